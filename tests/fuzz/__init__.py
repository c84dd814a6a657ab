"""The binding under calls that nobody in their right mind would make."""
