"""The games in the form that other libraries ask for; each adapter needs its library, an extra."""
