"""What all games share: texts, fields and forms, actions, dice, rendering; it knows none of them."""
