"""House rules as stories, for tests: the same story told under each answer to an open question."""

from dataclasses import fields

from rules_py import RULINGS, library


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

    def pytest_generate_tests(self, metafunc):
        if "answer" in metafunc.fixturenames:
            told = [(switch, answer) for switch, (_, _, results) in self.stories.items() for answer in results]
            metafunc.parametrize(("switch", "answer"), told)
        elif "switch" in metafunc.fixturenames:
            metafunc.parametrize("switch", self.stories)

    def test_what_this_reference_does(self, switch):
        """Without any house rule."""
        _, story, results = self.stories[switch]
        default = next(iter(results))
        assert getattr(RULINGS[self.system](), switch) == default
        assert story() == results[default]

    def test_what_a_house_rule_changes(self, switch, answer):
        _, story, results = self.stories[switch]
        assert story(**{switch: answer}) == results[answer]

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
