"""The recorded bounds of what requests cost, and the table in which counts stand beside them."""

import pathlib
import subprocess


def compiler():
    said = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    return said.split("Swift version ")[1].split()[0]


class Bounds:
    """A file with a line for each route.

    columns: what is counted; a route may have no count in some of them. of_any_compiler: the columns that do not depend
    on the compiler. tolerance: the fraction by which the counts of a column may exceed their bounds. unbounded: the
    columns that are only shown.
    """

    def __init__(self, path, columns, of_any_compiler=(), tolerance=None, unbounded=(), swift=None):
        self.path, self.columns = pathlib.Path(__file__).parent / path, columns
        self.tolerance = tolerance or {}
        self.recorded_with, self.bounds = None, {}
        for line in self.path.read_text().splitlines():
            if line.startswith("# Swift "):
                self.recorded_with = line.split()[2]
            elif not line.startswith("#"):
                route, *counts = line.split("|")
                self.bounds[route.strip()] = {name: int(count) for name, count in zip(columns, counts) if count.strip()}
        self.swift = swift or compiler()
        compared = columns if self.recorded_with == self.swift else of_any_compiler
        self.compared = tuple(name for name in compared if name not in unbounded)

    def write(self, found):
        """Records the new counts. Routes and columns that were not counted keep theirs."""
        head = self.path.read_text().split("# Swift ")[0]
        bounds = self.bounds | {name: self.bounds.get(name, {}) | cost.counts for name, cost in found.items()}
        cells = [("", *self.columns)]
        cells += [(name, *(str(counts.get(column, "")) for column in self.columns)) for name, counts in bounds.items()]
        first = max(len(row[0]) for row in cells)
        heading, *rows = [
            " | ".join([row[0].ljust(first), *(cell.rjust(len(name)) for cell, name in zip(row[1:], self.columns))]).rstrip(" |")
            for row in cells
        ]
        self.path.write_text("\n".join([f"{head}# Swift {self.swift}", f"#{heading[1:]}", *rows, ""]))

    def largest(self, route, column):
        """The count up to which a route is within its bound; None if nothing was recorded."""
        bound = self.bounds.get(route, {}).get(column)
        return None if bound is None else int(bound * (1 + self.tolerance.get(column, 0)))

    def cell(self, route, column, count):
        if count is None:
            return ""
        bound = self.largest(route, column)
        if column not in self.compared:
            return f"{count:,}"
        return f"{count:,} ≤ ?" if bound is None else f"{count:,} {'≤' if count <= bound else '>'} {bound:,}"

    def report(self, found):
        """Returns the lines of a table: each count beside its bound, a part for each engine."""
        engines = {}
        for route, cost in found.items():
            engine, _, name = route.partition(": ")
            engines.setdefault(engine, []).append((name, route, cost.counts))
        lines = []
        for engine, rows in engines.items():
            columns = [name for name in self.columns if any(name in counts for _, _, counts in rows)]
            cells = [(engine, *columns)]
            cells += [(name, *(self.cell(route, column, counts.get(column)) for column in columns)) for name, route, counts in rows]
            widths = [max(len(row[place]) for row in cells) for place in range(len(columns) + 1)]
            drawn = [
                "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]) for row in cells
            ]
            lines += ["", drawn[0], "  ".join("-" * width for width in widths), *drawn[1:]]
        return lines

    def complaints(self, route, cost):
        """What is wrong with the counts of a route."""
        found = list(cost.doubts)
        for name in (name for name in self.compared if name in cost.counts):
            count, bound = cost.counts[name], self.largest(route, name)
            if bound is None or count > bound:
                found.append(f"{name}: {count:,}, the bound is {'not known' if bound is None else f'{bound:,}'}")
        return found

    def compare(self, found):
        """Returns whether nothing exceeds its bound. Prints what does, with its database statements."""
        is_good = True
        if self.recorded_with != self.swift:
            print(
                f"cost: the bounds are those of Swift {self.recorded_with}, this is {self.swift}: "
                f"compared are {', '.join(self.compared) or 'none'}"
            )
        for route, cost in found.items():
            if complaints := self.complaints(route, cost):
                is_good = False
                print("\n".join([f"cost: {route}", *(f"  {text}" for text in complaints), *cost.profile(), ""]))
        if any(
            self.is_less(route, name, cost.counts[name]) for route, cost in found.items() for name in self.compared if name in cost.counts
        ):
            print("cost: something costs less than its bound; --renew writes that down")
        return is_good

    def is_less(self, route, name, count):
        bound = self.bounds.get(route, {}).get(name)
        return bound is not None and count < bound * (1 - self.tolerance.get(name, 0))
