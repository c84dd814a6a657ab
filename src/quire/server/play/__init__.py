"""Playing online: connections, rooms, the lobby, pairing and computer players."""
