scoreboard players enable @s sysai
