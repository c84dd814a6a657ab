"""Connections below HTTP and WebSocket: uvicorn's protocols, with limits."""
