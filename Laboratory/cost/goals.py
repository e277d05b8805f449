"""The goals for what one request costs the release build (Documentation/development/performance.md, P21 and P22)."""

# Number, what is meant, the routes that are added up, and the most that they may cost together.
GOALS = (
    ("P21", "attempt and sign-in", ("sqlite: begin", "sqlite: complete, known, no code"), {"instructions": 500_000, "allocations": 250}),
    ("P21", "renewal", ("sqlite: refresh",), {"instructions": 330_000, "allocations": 110}),
    ("P21", "session check", ("sqlite: session check",), {"instructions": 220_000}),
    ("P21", "authorization request", ("sqlite: authorize",), {"instructions": 400_000}),
    ("P21", "token request of a client", ("sqlite: client token",), {"instructions": 520_000}),
    ("P21", "empty request", ("sqlite: live",), {"instructions": 90_000}),
    ("P22", "attempt and sign-in", ("postgresql: begin", "postgresql: complete, known, no code"), {"round trips": 3}),
    ("P22", "renewal", ("postgresql: refresh",), {"round trips": 2}),
)


def report(found):
    """Returns the lines of a table of the goals whose routes were counted."""
    lines = []
    for number, name, routes, goal in GOALS:
        counts = [found[route].counts for route in routes if route in found]
        for column, most in goal.items():
            if len(counts) == len(routes) and all(column in each for each in counts):
                count = sum(each[column] for each in counts)
                lines.append(f"{number}  {name + ', ' + column:<40}  {count:>9,}  ≤ {most:>7,}: {'met' if count <= most else 'NOT met'}")
    return lines
