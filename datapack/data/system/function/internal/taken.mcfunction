# mc >= 1.20.2
# The daemon has read the first order.
data remove storage system:ai queue[0]
