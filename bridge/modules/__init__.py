"""Owns what a workflow is and which ones this server has: what third parties build against.

Must not know: any feature, how a request was routed, how a card is sent.
Called by: `workflows` to describe themselves, `conversation` to find and run them, `daemon.wiring`.
"""
