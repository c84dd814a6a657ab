"""What the simulated servers run in: the event loop, the database, the bus and the network."""
