"""Finds the functions of Swift, by the indentation of `swift format`.

A function goes from the line of `func`, `init`, `deinit` or `subscript`, or of a variable or constant with a block, to the line
of the closing bracket. The formatter indents that bracket like the declaration, and all between them more. A table is data: a
list or dictionary is no function, however long.
"""

import re
from collections.abc import Iterator

DECLARATION = re.compile(
    r"( *)(?:@\w+(?:\([^)]*\))? )*"
    r"(?:(?:public|package|internal|fileprivate|private|open|static|class|final|override|mutating|nonmutating|nonisolated|isolated"
    r"|convenience|required|consuming|borrowing|lazy|weak|unowned|indirect|async|distributed|prefix|postfix|infix)(?:\(\w+\))? )*"
    r"(?:(?:func|var|let) +(?P<name>`[^`]+`|\w+|[^\s\w(]+)|(?P<keyword>init|deinit|subscript)\b)"
)
# What may stand as far left as the declaration before its block begins.
SIGNATURE = (")", "where ", "-> ", "async ", "throws", "{", "@")


def functions(text: str) -> Iterator[tuple[str, int]]:
    """Yields the name of each function with its number of lines."""
    lines = text.split("\n")
    for start, line in enumerate(lines):
        found = DECLARATION.match(line)
        if found:
            end = block_end(lines, start, found[1])
            if end is not None:
                yield (found["name"] or found["keyword"]).strip("`"), end - start + 1


def block_end(lines: list[str], start: int, indentation: str) -> int | None:
    """Returns the line of the bracket that closes the declaration's block, or None if it has no block or it ends there."""
    has_begun = opens(lines[start])
    for place in range(start + 1, len(lines)):
        line = lines[place]
        if not line.strip() or line.startswith(indentation + " "):
            continue
        inner = line.removeprefix(indentation)
        if has_begun and inner.startswith("}"):
            return place
        if has_begun or (inner == line and indentation) or not inner.startswith(SIGNATURE):
            return None
        has_begun = opens(line)
    return None


def opens(line: str) -> bool:
    return line.count("{") > line.count("}")


def self_test() -> list[str]:
    """Measures functions that are made for it, and returns what is wrong."""
    wrong: list[str] = []

    def expect(what: str, text: str, wanted: list[tuple[str, int]]) -> None:
        found = list(functions(text))
        if found != wanted:
            wrong.append(f"{what}: {found} instead of {wanted}")

    def block(first: str, lines: int, indentation: str = "") -> str:
        return f"{indentation}{first}\n" + f"{indentation}    work()\n" * (lines - 2) + indentation + "}\n"

    expect("a function", block("func walk() {", 41), [("walk", 41)])
    expect("modifiers", block("@inline(__always) package private(set) static func walk() throws(Fall) -> Step {", 5), [("walk", 5)])
    expect(
        "members",
        "struct Cat {\n"
        + block("private init(_ name: String) {", 5, "    ")
        + "\n"
        + block("var step: Step {", 4, "    ")
        + block("static let table: [Int] = {", 3, "    ")[:-2]
        + "}()\n}\n",
        [("init", 5), ("step", 4), ("table", 3)],
    )
    expect(
        "a signature of several lines",
        "    func walk(\n        far: Int\n    ) -> Step\n    where Step: Long {\n        work()\n    }\n",
        [("walk", 6)],
    )
    expect("a comment behind the bracket", block("func walk() {  // slowly", 5), [("walk", 5)])
    expect("a block with a parameter", block("let walk: Walk = { far in", 5), [("walk", 5)])
    expect("a block inside", "func walk() {\n    if isFar {\n        run()\n    }\n\n    rest()\n}\n", [("walk", 7)])
    expect("a function inside", "func walk() {\n    func rest() {\n        sleep()\n    }\n}\n", [("walk", 5), ("rest", 3)])
    expect(
        "no block",
        "protocol Animal {\n    var name: String { get }\n    func walk(\n        far: Int\n    ) -> Step\n}\n"
        "func end() {}\nlet table = [\n    1,\n]\nlet cat = Cat(\n    1\n)\nstruct Dog {\n}\n",
        [],
    )
    return wrong
