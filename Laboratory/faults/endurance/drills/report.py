"""The output of a drill: a running count on a terminal, or one line a minute elsewhere; then a line for each fault."""

import contextlib
import sys
import time


class Line:
    """The result of one fault, which is played many times."""

    def __init__(self, fault, engine):
        self.fault, self.engine = fault, engine
        self.played, self.problems, self.remarks = 0, [], []
        self.begun = self.said = time.monotonic()

    def count(self, number=1):
        self.played += number
        if sys.stderr.isatty():
            print(f"\r  {self.fault}  {self.played}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self.said > 60:
            self.said = time.monotonic()
            print(f"          {self.fault}: {self.played} so far", flush=True)

    def problem(self, text):
        self.problems.append(text)

    def expect(self, holds, text):
        """Returns whether the condition holds, and records a problem if it does not."""
        if not holds:
            self.problem(text)
        return bool(holds)

    def remark(self, text):
        """Adds a remark to the end of the line."""
        self.remarks.append(text)

    def print(self):
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
        word = "failed" if self.problems or not self.played else "held"
        said = "; ".join(self.remarks)
        lines = [
            (
                f"  {word:<6}  {self.fault:<58} {self.engine:<10} {self.played:>6} times "
                f"{time.monotonic() - self.begun:6.1f} s{'  ' + said if said else ''}"
            )
        ]
        lines += [f"            {problem}" for problem in self.problems[:5]]
        if len(self.problems) > 5:
            lines.append(f"            and {len(self.problems) - 5} more")
        # At once, because the drills of the other engine print, too.
        print("\n".join(lines), flush=True)


class Report:
    """All lines of a run."""

    def __init__(self):
        self.lines = []

    @contextlib.contextmanager
    def line(self, fault, engine):
        line = Line(fault, engine)
        self.lines.append(line)
        try:
            yield line
        except Exception as error:  # A drill that breaks off counts as failed, and the next one still runs.
            line.problem(f"broke off: {type(error).__name__}: {error}")
            if "--traceback" in sys.argv:
                raise
        finally:
            line.print()

    @property
    def has_failed(self):
        return any(line.problems or not line.played for line in self.lines)

    def summary(self):
        bad = sum(1 for line in self.lines if line.problems or not line.played)
        engines = ", ".join(dict.fromkeys(line.engine for line in self.lines))
        return (
            f"endurance: {engines or 'none'}: {len(self.lines)} faults, {sum(line.played for line in self.lines)} times; {bad} did not hold"
        )
