"""The proof that Quire does what its rules and its documents say."""
