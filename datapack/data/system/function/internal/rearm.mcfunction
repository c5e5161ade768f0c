# The daemon has read a press, or somebody came: every button may be pressed again.
scoreboard players set @a[scores={sysai=1..}] sysai 0
scoreboard players enable @a sysai
