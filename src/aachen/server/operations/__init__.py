"""What operators do to tables through the store, beside running servers: check, export, delete, administer."""
