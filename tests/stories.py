"""House rules as stories, for tests: the same story told under each answer to an open question."""

from dataclasses import fields

from rules_py import RULINGS, library
from tests.rows import every


class ToldUnderEachAnswer:
    """What holds for the stories of a system; its `test_house_rules.py` makes a test class of it.

    Args:
        system: The system's slug.
        stepper: The widget that plays what the stories tell.
        stories: By switch: the ruling, the story, and what happens under each answer, this reference's first.
        elsewhere: Switches that no story needs.
    """

    system: str
    stepper: str
    stories: dict
    elsewhere: frozenset[str] = frozenset()

    def test_what_this_reference_does(self):
        """Without any house rule."""

        @every(("switch", "story", "results"), self._told())
        def as_ruled(switch, story, results):
            default = next(iter(results))
            assert getattr(RULINGS[self.system](), switch) == default
            assert story() == results[default]

        as_ruled()

    def test_what_a_house_rule_changes(self):
        told = [(switch, answer, story) for switch, story, results in self._told() for answer in results]

        @every(("switch", "answer", "story"), told)
        def as_switched(switch, answer, story):
            assert story(**{switch: answer}) == self.stories[switch][2][answer]

        as_switched()

    def _told(self):
        return [(switch, story, results) for switch, (_, story, results) in self.stories.items()]

    def test_every_switch_has_its_story(self):
        """And every answer of every switch is told."""
        rulings = RULINGS[self.system]
        assert set(self.stories) == {f.name for f in fields(rulings)} - self.elsewhere
        for switch, answers in rulings.choices().items():
            if switch not in self.elsewhere:
                assert tuple(self.stories[switch][2]) == answers

    def test_a_story_names_the_ruling_of_its_switch(self):
        """As the data have it; and the stepper plays it."""
        rulings = library.SYSTEMS[self.system].rulings
        owners = {switch: ruling for ruling in rulings.values() for switch in ruling.switches}
        for switch, (ruling, _, _) in self.stories.items():
            assert owners[switch].id == ruling
            assert self.stepper in owners[switch].widgets

    def test_every_answer_changes_the_story(self):
        for _, _, results in self.stories.values():
            told = list(results.values())
            assert all(told.count(result) == 1 for result in told)
