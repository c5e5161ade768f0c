scoreboard objectives add sysai trigger
scoreboard players enable @a sysai
