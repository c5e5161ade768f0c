"""Owns executions: the one kernel that every model and tool call goes through, and the one loop.

`policy` and `budget` say what an execution may spend (pure); `kernel` spends it; `execution` is one
player request with its nested ones; `react` and `loop` decide and act in rounds, `decisions` and
`steps` being their pure parts; `trace` writes what happened to the store.

Must not know: any feature, how a request was routed, how a card is sent.
Called by: `modules` and `workflows` inside an execution; `daemon` opens executions.
"""
