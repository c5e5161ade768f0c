"""Owns what a tool is: one typed operation, how it is described to a model, and which there are.

Must not know: who asks for one and under which budget (`agent`), nor any feature.
Called by: `agent` to run them, `modules` and `workflows` to declare them, `daemon.wiring`.
"""
