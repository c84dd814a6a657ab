"""The tournaments of bots that the server shows, read from result files."""
