"""What becomes of a flight when the fleer is gone before it ends."""

from rules_py.avatar.model import Stage

from .table import Table


def test_when_the_master_takes_a_pursued_fleer_out_the_round_goes_on():
    """A-7.13, A-Q27: nobody discards for a flight that is no more."""
    table = (
        Table().add("Io", hand="S9 S4 S6").add("Ra", "enemy", "H", hand="H8 H5").add("Ku", "enemy", "C", hand="C7 CQ")
    )
    table("begin", "").choose(Io="S9", Ra="H8", Ku="C7").declare("flee", discard="S4").declare("nothing")
    table("react", table.number("Ku"), "pursue", 0)("execute")
    assert table.state.stage is Stage.FLIGHT
    table("change", table.number("Io"), "ep", 0)
    assert table["Io"].gone == "lost"
    assert table.state.stage is Stage.REFILL
