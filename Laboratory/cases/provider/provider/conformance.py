"""Checks that every module of the OpenID Foundation's plans and every rule of the specifications has cases or a reason."""


def gaps(suite):
    """The errors in the tables: entries without cases or a reason, missing cases, and cases that nothing names."""
    table = suite.conformance
    listed = {module for modules in table["plans"].values() for module in modules}
    names = {case["module"] for case in suite.cases}
    problems = [f"{module}: neither cases nor a reason" for module in sorted(listed - set(table["modules"]))]
    problems += [f"{module}: stands in no plan" for module in sorted(set(table["modules"]) - listed)]
    entries = [(module, entry) for module, entry in table["modules"].items()]
    entries += [(f"{document} {rule}", entry) for document, rules in table["rules"].items() for rule, entry in rules.items()]
    for what, entry in entries:
        if bool(entry.get("cases")) == bool(entry.get("reason")):
            problems.append(f"{what}: needs either cases or a reason")
        problems += [f"{what}: there is no case {name}" for name in entry.get("cases", []) if name not in names]
    for module, entry in table["modules"].items():
        problems += [
            f"{module}: the case {name} does not carry its name"
            for name in entry.get("cases", [])
            if module in listed and not name.startswith(module)
        ]
    modules = {name for name in names if name.startswith("oidcc-")}
    problems += [
        f"{name}: no plan lists a module of this name"
        for name in sorted(modules)
        if not any(name in entry.get("cases", []) for entry in table["modules"].values())
    ]
    return problems


def counts(suite):
    """How many modules are played and how many are skipped, and the same for the rules."""

    def both(entries):
        return sum(1 for e in entries if e.get("cases")), sum(1 for e in entries if e.get("reason"))

    return both(suite.conformance["modules"].values()), both(
        [entry for rules in suite.conformance["rules"].values() for entry in rules.values()]
    )
