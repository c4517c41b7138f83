"""Every reading of a check: what makes a success, and which die is rolled."""

from rules_py.kamui import Rulings

READINGS = [
    Rulings(success=success, die=die, success_face=4)
    for success in Rulings.choices()["success"]
    for die in Rulings.choices()["die"]
]


def succeeds(face, number, rulings):
    """Is a face a success? Written out once more, in other words."""
    match rulings.success:
        case "at_most_ability":
            return not face > number
        case "at_least_fixed":
            return not face < rulings.success_face
        case "at_least_target":
            return not face < number
    raise AssertionError(rulings.success)
