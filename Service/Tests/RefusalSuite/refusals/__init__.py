"""Plays the cases in ../cases against an emulator of Apple. The cases are the suite; this is one runner of them."""
