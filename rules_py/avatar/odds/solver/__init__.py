"""The search for the best additions of a check, tuned by hand.

A value is one integer that holds three counts: ways to succeed, ways to fumble, EP spent, each counted over all
orders of the deck cards that may still come and all difficulties. What counts first stands in the highest digits, so
that the greater of two values is the better one, and adding values adds all three counts.

A hand state ("lane") says which hand cards are still held and what played Jokers were declared as; a code says which
cards have come from the deck, an octal digit for each rank, and above them the same for Jokers by their declaration.
Both together give the total, and while no critical has come between, the total gives all that is known about the
difficulty. So the values of all lanes are counted code by code, from the fullest codes down. A code hands its values
on to the codes with a card less, which sum them up as they come, and only what a critical may ask for is kept: where
the total may fall, values are counted one by one.
"""
