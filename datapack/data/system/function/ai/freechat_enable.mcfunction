# mc >= 1.20.2
$data modify storage system:ai queue append value {order: "freechat enable", player: "$(player)"}
data modify storage system:ai queue[-1].by set from entity @s UUID
