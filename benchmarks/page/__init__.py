"""What the page computes: pictures, the core in a browser, the computer's answers, and memory."""
