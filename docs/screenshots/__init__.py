"""Pictures of every screen of the page, taken with a real browser: `make screenshots`."""
