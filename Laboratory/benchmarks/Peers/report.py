"""The report as text."""

from rounds import MEASURES, SEEN

# If the client uses this share of a core or more, the client itself may have limited the figures that a client sees.
BUSY = 0.85


def table(head, rows):
    """Formats columns to the width of their content: the first aligned left, the others right."""
    widths = [max(len(line[place]) for line in [head, *rows]) for place in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    return [
        "  ".join(text.ljust(width) if place == 0 else text.rjust(width) for place, (text, width) in enumerate(zip(line, widths))).rstrip()
        for line in lines
    ]


def number(value):
    """Formats at least three significant digits, and no more than are meaningful."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def of_processor(result):
    """Shows the servers' processor time in microseconds for one operation, and its ratio to siwa's."""
    head = ["processor µs"] + [text for measure in MEASURES for text in (measure, "least–most", "× siwa")]
    rows = []
    for name, found in result.items():
        cells = [name]
        for measure in MEASURES:
            if own := found["processor"].get(measure):
                cells += [number(own["microseconds"]), f"{number(own['least'])}–{number(own['most'])}", f"{own['ratio']:.2f}"]
            else:
                cells += ["–", "", ""]
        rows.append(cells)
    return table(head, rows)


def of_database(result):
    """Shows the database server's processor time in microseconds for one operation, if there is such a server."""
    if not any(own["database"] for found in result.values() for own in found["processor"].values()):
        return []
    rows = [
        [name, *(number(own["database"]) if (own := found["processor"].get(measure)) else "–" for measure in MEASURES)]
        for name, found in result.items()
    ]
    return [*table(["PostgreSQL's processor µs", *MEASURES], rows), ""]


def of_client(result):
    """Shows how much one core of the servers could do in a second, and what a client sees."""
    head = ["seen by a client"]
    for text in SEEN.values():
        head += [f"{text}: per core and s", "seen per s", "p50 ms", "p99 ms"]
    rows = []
    for name, found in result.items():
        cells = [name]
        for kind in SEEN:
            if seen := found["seen"].get(kind):
                own = found["processor"]["call alone" if kind == "sign in" else kind]["microseconds"]
                busy = "*" if seen["client"] > BUSY else ""
                cells += [number(1e6 / own), number(seen["per_second"]) + busy, number(seen["p50"]), number(seen["p99"])]
            else:
                cells += ["–", "", "", ""]
        rows.append(cells)
    return table(head, rows)


def of_peers(peers):
    head = ["peer", "what it is", "processes", "start ms", "idle MB", "after load MB"]
    return table(
        head,
        [
            [
                name,
                peer["title"],
                str(peer["processes"]),
                number(peer["start_milliseconds"]),
                number(peer["idle_megabytes"]),
                number(peer["loaded_megabytes"]),
            ]
            for name, peer in peers.items()
        ],
    )


def of_conduct(peers):
    """Shows how each contender answered the probes, and what it omits."""
    facts = ("other nonce", "token twice", "old refresh token", "newest after that")
    rows = [[name, *(peer["conduct"].get(fact, "–") for fact in facts)] for name, peer in peers.items()]
    return table(["tried", *facts], rows) + [""] + [f"{name}: {peer['omits']}" for name, peer in peers.items()]


def text(document):
    lines = [f"{document['machine']}; on {document['engine']}", ""]
    for connections, result in document["results"].items():
        lines += [
            (
                f"{connections} connection{'' if int(connections) == 1 else 's'}, median of {document['rounds']} rounds; "
                "sign-in: attempt and sign-in call together"
            ),
            *of_processor(result),
            "",
            *of_database(result),
        ]
        lines += of_client(result)
        lines += [f"{name}: {found['failed']} requests FAILED, which are not counted" for name, found in result.items() if found["failed"]]
        busiest = max(seen["client"] for found in result.values() for seen in found["seen"].values())
        lines += [
            f"The client took {busiest:.0%} of a core at most."
            if busiest <= BUSY
            else f"* the client took more than {BUSY:.0%} of a core: the server may be able to do more",
            "",
        ]
    lines += ["Processes, start to the first answer, memory (Pss, all processes)", *of_peers(document["peers"]), ""]
    lines += [
        "What each let pass; a token for another audience, of another issuer or under another signature nobody did",
        *of_conduct(document["peers"]),
        "",
    ]
    lines += [f"{name} left out: {why}" for name, why in document["left_out"].items()]
    return "\n".join([*lines, "", *(f"{name} {version}" for name, version in document["versions"].items())])
