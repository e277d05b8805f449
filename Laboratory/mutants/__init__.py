"""The mutation runs of Scripts/mutate-checks: one module for each part of the project that has checks."""
