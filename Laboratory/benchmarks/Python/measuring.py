"""What the benchmarks of a running service share: load from several threads, times, and a table of results."""

import sys
import threading
import time

# No limits, because all requests come from one address, and no log line for each request.
SETTINGS = {"rate_limits": {"per_minute": 0, "backend_per_minute": 0}, "log_level": "error", "maximum_connections_per_network": 0}
BROWSERS = 8


def clock(program):
    """Returns the seconds of processor time of a process. See processes.py in Laboratory/benchmarks/Peers."""
    return time.clock_gettime((~program.process.pid << 3) | 2)


def progress(text):
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()


def in_threads(count, work):
    """Calls `work` this often, in as many threads as there are browsers."""
    places, failures = iter(range(count)), []

    def run():
        try:
            for place in places:
                work(place)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run) for _ in range(BROWSERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def in_browsers(browsers, count, work):
    """Calls `work` this often with a browser, and returns the results."""
    results = []

    def run(_):
        # Each browser belongs to one thread at a time: the next call takes a free one.
        browser = browsers.pop()
        results.append(work(browser))
        browsers.append(browser)

    in_threads(count, run)
    return results


def timed(took, send):
    """Returns an answer, and adds the milliseconds until it was complete to a list."""
    begun = time.perf_counter()
    answer = send()
    took.append((time.perf_counter() - begun) * 1e3)
    return answer


def p99(times):
    return sorted(times)[len(times) * 99 // 100]


def goal(is_met, what):
    return f"{what}: {'met' if is_met else 'NOT met'}"


def table(rows):
    """Returns the text of rows of a name, a value and a verdict."""
    width = max(len(row[0]) for row in rows)
    return "\n".join(f"{name.ljust(width)}  {value:>10}  {verdict}".rstrip() for name, value, verdict in rows)
