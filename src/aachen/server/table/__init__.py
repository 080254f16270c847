"""One table as plain synchronous code: what a command would change, and the state after the change.

`decide.decide` turns a command into a change or raises a refusal; `TableState.adopt` applies a change that was stored.
Nothing here waits, stores, sends or looks at a clock: `server/runner.py` does that.
"""
