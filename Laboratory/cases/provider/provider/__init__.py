"""The runner of the provider suite."""
