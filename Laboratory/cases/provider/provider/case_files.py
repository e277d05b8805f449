"""Reads the data of the suite and refuses anything that the format does not define."""

import json
import pathlib

SUITE = pathlib.Path(__file__).resolve().parent.parent
CASE_MEMBERS = {"id", "sentence", "source", "note", "ours", "slow", "values", "variants", "steps"}
FILE_MEMBERS = {"about", "defaults", "cases"}
# The member of a step that names its kind, and the members that each kind understands beside it.
COMMON = {"expect", "as", "from", "eventually"}
BROWSER = {"browser", "person", "person_of"}
CLIENT = {"client", "authentication", "headers"}
STEPS = {
    "authorize": COMMON | BROWSER | {"client", "by", "query_text", "answer", "apple", "from_site", "reversed"},
    "redeem": COMMON | CLIENT | {"body_suffix"},
    "refresh": COMMON | CLIENT | {"body_suffix"},
    "revoke": COMMON | CLIENT,
    "introspect": COMMON | CLIENT,
    "userinfo": COMMON | {"by", "token", "scheme", "headers"},
    "flow": COMMON | BROWSER | {"client", "authentication", "by", "answer", "reversed"},
    "logout": COMMON | BROWSER | {"by", "answer", "from_site"},
    "request": COMMON | BROWSER,
    "sign_in": COMMON | BROWSER,
    "configure": {"expect", "set"},
    "check": set(),
    "keys": set(),
    "wait_until": set(),
    "at_apple": BROWSER,
    "app": COMMON | BROWSER,
    "logout_token": COMMON,
    "no_logout_token": COMMON,
}
EXPECT_MEMBERS = {
    "answer",
    "error",
    "status",
    "mode",
    "asked",
    "questions",
    "headers",
    "fields",
    "members",
    "text",
    "not_text",
    "id_token",
    "access_token",
    "userinfo",
    "parameters",
    "location",
    "body",
}


class SuiteFault(Exception):
    """The suite's data or the caller's are invalid. It is not a failure of the provider."""


class Suite:
    """The clients of every case, the tables of modules and rules, and the cases in order."""

    def __init__(self):
        self.world = read(SUITE / "world.json")
        self.conformance = read(SUITE / "conformance.json")
        self.cases = [case for path in sorted((SUITE / "cases").glob("*.json")) for case in self._cases(path)]
        ids = [case["id"] for case in self.cases]
        repeated = sorted({i for i in ids if ids.count(i) > 1})
        if repeated:
            raise SuiteFault(f"ids that occur twice: {repeated}")

    def _cases(self, path):
        content = read(path)
        _allow(content, FILE_MEMBERS, path.name)
        defaults = content.get("defaults", {})
        for case in content["cases"]:
            where = f"{path.name}: {case.get('id')}"
            _allow(case, CASE_MEMBERS, where)
            whole = {**defaults, **case, "file": path.name}
            self._check(whole, where)
            for variant in whole.get("variants") or [{}]:
                name = variant.get("name")
                yield {
                    **whole,
                    "id": f"{case['id']} ({name})" if name else case["id"],
                    "module": case["id"],
                    "values": {**whole.get("values", {}), **variant.get("values", {})},
                }

    def _check(self, case, where):
        for name in ("id", "sentence", "source", "steps"):
            if not case.get(name):
                raise SuiteFault(f"{where}: {name} is missing")
        for step in case["steps"]:
            kind = kind_of(step, where)
            _allow(step, STEPS[kind] | {kind}, f"{where}: {kind}")
            _allow(step.get("expect", {}), EXPECT_MEMBERS, f"{where}: {kind}")
            client = step.get("client")
            if client and "{" not in client and client not in self.world["clients"]:
                raise SuiteFault(f"{where}: world.json has no client {client}")


def kind_of(step, where=""):
    kinds = [name for name in step if name in STEPS]
    if len(kinds) != 1:
        raise SuiteFault(f"{where}: a step needs one of {sorted(STEPS)}, and has {kinds}")
    return kinds[0]


def clients_of(case):
    """The names of the clients that a case needs."""
    return {fill_client(step["client"], case["values"]) for step in case["steps"] if "client" in step} or {"basic"}


def fill_client(name, values):
    return values[name[1:-1]] if name.startswith("{") else name


def read(path):
    try:
        return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SuiteFault(f"{path}: {error}") from error


def _allow(members, known, where):
    unknown = set(members) - known
    if unknown:
        raise SuiteFault(f"{where}: unknown members {sorted(unknown)}")
