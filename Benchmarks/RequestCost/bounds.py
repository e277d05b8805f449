"""Tables of the cost of requests: printed, recorded, and compared with the recorded bounds."""
import pathlib
import subprocess


def compiler():
    said = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    return said.split("Swift version ")[1].split()[0]


class Bounds:
    """A file with a line for each route.

    columns: what is counted; of_any_compiler: the columns that do not depend on the compiler; tolerance: the fraction
    by which a count may exceed its bound.
    """

    def __init__(self, name, columns, of_any_compiler=(), tolerance=0.0):
        self.path = pathlib.Path(__file__).with_name(name)
        self.columns, self.of_any_compiler, self.tolerance = columns, of_any_compiler, tolerance
        self.swift, self.bounds = None, {}
        for line in self.path.read_text().splitlines():
            if line.startswith("# Swift "):
                self.swift = line.split()[2]
            elif not line.startswith("#"):
                route, *counts = line.split("|")
                self.bounds[route.strip()] = dict(zip(columns, map(int, counts)))

    def table(self, rows):
        """Returns lines with a heading. A row has fewer cells if less was counted."""
        cells = [("", *self.columns), *((name, *map(str, counts.values())) for name, counts in rows.items())]
        first = max(len(row[0]) for row in cells)
        return [" | ".join([row[0].ljust(first), *(cell.rjust(len(name)) for cell, name in zip(row[1:], self.columns))])
                for row in cells]

    def write(self, found):
        """Records the new counts. Routes that were not counted keep theirs."""
        head = self.path.read_text().split("# Swift ")[0]
        heading, *rows = self.table(self.bounds | {name: cost.counts for name, cost in found.items()})
        self.path.write_text("\n".join([f"{head}# Swift {compiler()}", f"#{heading[1:]}", *rows, ""]))

    def compare(self, found):
        """Returns whether nothing exceeds its bound. Prints what does, with its database statements."""
        compared, is_good, is_less = self.columns, True, False
        if self.swift != compiler():
            compared = self.of_any_compiler
            print(f"cost: the bounds are those of Swift {self.swift}, this is {compiler()}: "
                  f"compared are {', '.join(compared) or 'none'}")
        for route, cost in found.items():
            complaints = list(cost.doubts)
            for name in (name for name in compared if name in cost.counts):
                bound, count = self.bounds.get(route, {}).get(name), cost.counts[name]
                if bound is None or count > bound * (1 + self.tolerance):
                    complaints.append(f"{name}: {count}, the bound is {'not known' if bound is None else bound}")
                is_less |= bound is not None and count < bound * (1 - self.tolerance)
            if complaints:
                is_good = False
                print("\n".join([f"cost: {route}", *(f"  {text}" for text in complaints), *cost.profile(), ""]))
        if is_less:
            print("cost: something costs less than its bound; --renew writes that down")
        return is_good
