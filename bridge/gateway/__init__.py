"""Owns the way to the model: one request out, one text back or one typed failure, and prices.

Must not know: who asks, prompts, what a reply means, quota and budgets. It only calls; whoever
calls it reserves before and settles after.
Called by: agent (the kernel alone) and daemon (wiring). `gateway.gateway` is what they depend on;
`gateway.client` is the one real implementation, and loads its HTTP library at the first call.
"""
