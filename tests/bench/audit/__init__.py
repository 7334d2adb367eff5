"""How fast tables are audited, and what the audit finds of what was put into them."""
