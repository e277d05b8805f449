"""What Scripts/mutate-checks runs: one module for each part of the project that has checks."""
