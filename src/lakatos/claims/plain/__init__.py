"""Plain invariants: what certificates copy word for word and a sceptic checks by eye."""
