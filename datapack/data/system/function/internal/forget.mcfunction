# mc >= 1.20.2
# What was ordered while nobody read it is not done later.
data remove storage system:ai queue
