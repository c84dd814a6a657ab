"""What `make docs` writes: one module per kind of document."""
