"""Checks which modules of the OpenID Foundation's conformance suite have cases here, and why others cannot."""


def gaps(suite):
    """The errors in the table: modules without cases or a reason, missing cases, and modules that no plan lists."""
    table = suite.conformance
    listed = {module for modules in table["plans"].values() for module in modules}
    ids = {case["id"] for case in suite.cases}
    problems = [f"{module}: neither cases nor a reason" for module in sorted(listed - set(table["modules"]))]
    problems += [f"{module}: stands in no plan" for module in sorted(set(table["modules"]) - listed)]
    for module, entry in table["modules"].items():
        if bool(entry.get("cases")) == bool(entry.get("reason")):
            problems.append(f"{module}: needs either cases or a reason")
        for name in entry.get("cases", []):
            if name not in ids:
                problems.append(f"{module}: there is no case {name}")
            if not name.startswith(module):
                problems.append(f"{module}: the case {name} does not carry its name")
    return problems


def counts(suite):
    modules = suite.conformance["modules"].values()
    return sum(1 for m in modules if m.get("cases")), sum(1 for m in modules if m.get("reason"))
