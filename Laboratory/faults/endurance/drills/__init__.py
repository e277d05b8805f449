"""The drills: they run the built programs as child processes and inject faults."""
