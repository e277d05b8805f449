"""Drills: the built programs as child processes, and what is done to them."""
