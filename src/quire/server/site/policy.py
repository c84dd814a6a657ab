"""What the page may load and run: its content security policy."""

POLICY = (
    # 'wasm-unsafe-eval' lets the page compile the core, and nothing else.
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'"
)
"""As far as the page itself can say it."""

HEADER = f"{POLICY}; frame-ancestors 'none'"
"""With what only a header can say."""
