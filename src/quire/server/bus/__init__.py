"""The message bus that tells servers what may have changed."""
