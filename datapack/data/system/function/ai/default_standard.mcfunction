# The daemon reads in the log who ran this, and that the game allowed it; there is nothing to do here.
execute if entity @s
