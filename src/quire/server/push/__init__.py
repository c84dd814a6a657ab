"""Web Push: messages to the browsers of players who are away."""
