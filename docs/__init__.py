"""The documents, and the scripts that generate parts of them."""
