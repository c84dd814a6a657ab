"""Games: what happens in them, who is connected, who looks for an opponent."""
