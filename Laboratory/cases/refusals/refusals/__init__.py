"""Runs the cases in ../cases against an emulator of Apple. The cases are the suite, and this is one runner for them."""
