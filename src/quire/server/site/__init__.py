"""The web page and the documentation, served as static files."""
