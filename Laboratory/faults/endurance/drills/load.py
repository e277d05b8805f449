"""L1 to L6: load from attackers, and its effect on honest people.

Each drill measures the response times of honest people with and without the load. Memory and connections have limits.
Times are only reported; a drill fails because of them only if the service becomes unusable.
"""

import contextlib
import http.client
import multiprocessing
import os
import pathlib
import socket
import tempfile
import threading
import time

from harness import web
from harness.people import Person
from harness.waiting import until

from .system import running

# The duration of each measurement and the pause between an honest person's requests, in full and shortened runs. The
# limits are those of production.
SECONDS, PAUSE = (30, 8), (0.5, 0.2)
CROWD = 12
# How much more memory the service may use under load, and the longest time for the slowest of a hundred honest
# requests.
MEMORY_GROWTH, SLOWEST = 192 << 20, 5.0
CONNECTIONS, PER_NETWORK, DRIPPING = 600, 100, 20
OPERATOR = "198.18.0.1"


def choose(pair, full):
    return pair[0] if full else pair[1]


class Crowd:
    """Honest people behind a proxy, each with a different address, who read their account and refresh their session."""

    def __init__(self, system, full):
        self.system, self.pause, self.seconds = system, choose(PAUSE, full), choose(SECONDS, full)
        self.people = []
        for number in range(CROWD):
            person = Person(Proxied(system, f"198.51.100.{number + 1}"))
            answer = person.sign_in()
            if answer is None or answer.status != 200:
                raise RuntimeError(f"an honest person was answered {answer}")
            self.people.append(person)

    def times(self):
        """The sorted times of all requests, and those that were not answered as expected."""
        taken, bad, over = [], [], time.monotonic() + self.seconds

        def live(place, person):
            time.sleep(self.pause * place / CROWD)
            turn = 0
            while time.monotonic() < over:
                begun = time.monotonic()
                answer = person.refresh() if turn % 10 == 9 else person.read_account()
                taken.append(time.monotonic() - begun)
                if answer is None or answer.status != 200:
                    bad.append(str(answer))
                turn += 1
                time.sleep(self.pause)

        web.at_once([lambda entry=entry: live(*entry) for entry in enumerate(self.people)])
        return sorted(taken), bad


class Proxied:
    """The system as seen by a person behind the proxy; the drill acts as the proxy."""

    def __init__(self, system, address):
        self.system, self.address = system, address

    def send(self, method, path, headers=None, **more):
        return self.system.send(method, path, headers=(headers or {}) | {"X-Forwarded-For": self.address}, **more)

    def __getattr__(self, name):
        return getattr(self.system, name)


class Watch:
    """The peak memory and number of sockets of a process while it is watched."""

    def __init__(self, process):
        self.process, self.over = process, threading.Event()
        self.memory = self.sockets = 0
        self.look()
        self.first = self.memory
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def look(self):
        with contextlib.suppress(OSError, StopIteration, ValueError):
            status = pathlib.Path(f"/proc/{self.process}/status").read_text().splitlines()
            self.memory = max(self.memory, next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS")))
            self.sockets = max(self.sockets, sockets_of(self.process))

    def run(self):
        while not self.over.wait(0.1):
            self.look()

    def end(self):
        self.over.set()
        self.thread.join()


def sockets_of(process):
    count = 0
    for name in os.listdir(f"/proc/{process}/fd"):
        with contextlib.suppress(OSError):
            count += os.readlink(f"/proc/{process}/fd/{name}").startswith("socket:")
    return count


@contextlib.contextmanager
def serving(engine, errors=None, **settings):
    """A service with production limits behind a proxy on this machine, without the overhead of the interposer."""
    with running(
        engine,
        starts=False,
        **{
            "rate_limits": {"per_minute": 120},
            "trusted_proxies": ["127.0.0.0/8"],
            "log_level": "info",
            "maximum_connections": CONNECTIONS,
            "maximum_connections_per_network": PER_NETWORK,
            "operator_addresses": [OPERATOR],
        }
        | settings,
    ) as system:
        system.settings["listen"] = f"0.0.0.0:{system.port}"
        system.start(environment=os.environ, errors=errors)
        yield system


def played(line, system, full, attack, extra_memory=0):
    """Measures without and then with the load, which lasts while `attack` is entered."""
    crowd = Crowd(system, full)
    quiet, bad = crowd.times()
    line.expect(not bad, f"without load: {bad[:3]}")
    watch = Watch(system.service.process.pid)
    with attack:
        loaded, bad = crowd.times()
    watch.end()
    line.expect(not bad, f"{len(bad)} of {len(loaded)} honest requests under load: {sorted(set(bad))[:3]}")
    if not loaded or not quiet:
        line.problem("nothing was measured")
        return
    before, after = (times[int(len(times) * 0.99)] for times in (quiet, loaded))
    growth = watch.memory - watch.first
    line.remark(
        f"p99 {before * 1000:.0f} ms, under load {after * 1000:.0f} ms ({after / before:.1f} times); "
        f"memory +{growth >> 20} MiB to {watch.memory >> 20}; {watch.sockets} sockets"
    )
    line.expect(after < SLOWEST, f"an honest person waits {after:.1f} s")
    line.expect(growth < MEMORY_GROWTH + extra_memory, f"memory grew by {growth >> 20} MiB")
    line.expect(watch.sockets <= CONNECTIONS + 50, f"{watch.sockets} sockets are open")
    line.count(len(loaded))


@contextlib.contextmanager
def attackers(target, *each):
    """Starts one process per list of arguments. Each runs until the event passed as its last argument is set."""
    stop = multiprocessing.Event()
    processes = [multiprocessing.Process(target=target, args=(*arguments, stop)) for arguments in each]
    for process in processes:
        process.start()
    try:
        yield stop
    finally:
        stop.set()
        for process in processes:
            process.join(60)
            if process.is_alive():
                process.kill()
    assert all(process.exitcode != 1 for process in processes), "an attacker broke off"


def told(queue):
    """Everything that the attackers reported, after all have ended."""
    found = set()
    while not queue.empty():
        found.add(queue.get())
    return found


def own_address():
    """An address of this machine that is not loopback, so that connections from it count as foreign; None if there is
    none.
    """
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe, contextlib.suppress(OSError):
        probe.connect(("203.0.113.1", 9))
        address = probe.getsockname()[0]
        return None if address.startswith("127.") else address
    return None


def connected(address, port, receive_buffer=None):
    """Opens an attacker's connection; None if it was refused."""
    one = socket.socket()
    if receive_buffer:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    one.settimeout(5)
    try:
        one.connect((address, port))
        return one
    except OSError:
        one.close()
        return None


def closed(connections):
    for one in connections:
        if one:
            one.close()


def slow_readers(report, engine, full):
    """Every connection sends many requests, reads nothing, and is opened again when it is closed."""
    address = own_address()
    with report.line("L1 slow readers, from one network", engine) as line, serving(engine) as system:
        if not address:
            line.problem("this machine has no address but loopback")
            return

        def open_now():
            return sockets_of(system.service.process.pid)

        @contextlib.contextmanager
        def attack():
            release = multiprocessing.Event()
            with attackers(hold_on_and_on, (address, system.port, release)) as stop:
                # Measure the worst case: all connections allowed to the network are taken.
                until(lambda: open_now() >= PER_NETWORK, "every place of the network is taken")
                yield
                stop.set()
                line.expect(open_now() <= PER_NETWORK + CROWD + 40, f"{open_now()} sockets are open beside {PER_NETWORK}")
                until(lambda: open_now() <= 40, "peers that read nothing are let go", 25)
                release.set()

        played(line, system, full, attack())


def hold_on_and_on(address, port, release, stop):
    """Opens connections that send requests and read nothing, until told to stop, and closes them when told to
    release."""
    asked, held = b"GET /errors HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20, []
    while not stop.is_set():
        one = connected(address, port, receive_buffer=2_048)
        if one:
            with contextlib.suppress(OSError):
                one.sendall(asked)
            held.append(one)
        if len(held) > 1_500:
            held.pop(0).close()
        time.sleep(0.005)
    release.wait(60)
    closed(held)


def idle_and_slow_heads(report, engine, full):
    """O4: connections that send nothing, heads sent slowly, heads without end."""
    address = own_address()
    with report.line("L2 idle connections, dripping heads, heads of 100 MB", engine) as line, serving(engine) as system:
        if not address:
            line.problem("this machine has no address but loopback")
            return
        wanted = choose((50_000, 4_000), full)

        @contextlib.contextmanager
        def attack():
            with attackers(say_little, (address, system.port, wanted)):
                until(lambda: sockets_of(system.service.process.pid) > DRIPPING, "the dripping heads are there")
                yield

        played(line, system, full, attack())


def say_little(address, port, wanted, stop):
    """Opens this many silent connections, twenty that send a head slowly, and one after another that sends an endless
    head.
    """

    def idle():
        held = []
        for _ in range(wanted):
            if stop.is_set():
                break
            held.append(connected(address, port))
            if len(held) > 800:
                closed(held[:400])
                del held[:400]
        closed(held)

    def begin_head(send_more):
        while not stop.is_set():
            one = connected(address, port)
            if one:
                with contextlib.suppress(OSError):
                    one.sendall(b"GET / HTTP/1.1\r\nX-A: ")
                    send_more(one)
                one.close()
            time.sleep(0.1)

    def drip(one):
        while not stop.is_set():
            one.sendall(b"a")
            time.sleep(0.5)

    def endless(one):
        for _ in range(1_600):
            one.sendall(b"a" * 65_536)

    web.at_once([lambda: begin_head(drip)] * DRIPPING + [idle, lambda: begin_head(endless)])


def exports(report, engine, full):
    """Several people repeatedly export accounts with years of history, all at once."""
    lines = choose((200_000, 40_000), full)
    with report.line(f"L3 copies of accounts with {lines} lines", engine) as line, serving(engine) as system:
        thieves = []
        for number in range(4):
            thief = Person(Proxied(system, f"203.0.113.{number + 1}"))
            thief.sign_in()
            thieves.append(thief)
        plant_audit(system, thieves, lines)

        statuses = multiprocessing.Queue()
        played(
            line,
            system,
            full,
            attackers(
                copy_on_and_on,
                *((system.port, thief.access, f"203.0.113.{place % 4 + 1}", statuses) for place, thief in enumerate(thieves + thieves)),
            ),
        )
        seen = told(statuses)
        line.expect(seen <= {200, 409, 429}, f"copies were answered {seen}")
        line.expect({200, 429} <= seen, f"copies were answered {seen} only")


def copy_on_and_on(port, token, address, statuses, stop):
    seen = set()
    while not stop.is_set():
        answer = web.send(port, "GET", "/v1/account/export", token=token, headers={"X-Forwarded-For": address}, timeout=60)
        status = answer.status if answer else None
        if status not in seen:
            seen.add(status)
            statuses.put(status)
        if status != 200:
            stop.wait(0.2)


def plant_audit(system, people, count):
    """Adds audit entries like those of years of use."""
    place = "?" if system.engine.name == "sqlite" else "%s"
    sql = f"INSERT INTO audit (id, account_id, event, reason, occurred_at) VALUES ({', '.join([place] * 5)})"
    now = int(time.time() * 1000)
    with system.engine.open() as connection:
        cursor = connection.cursor()
        cursor.execute("BEGIN")
        for owner, person in enumerate(people):
            account = bytes.fromhex(person.account)
            cursor.executemany(
                sql,
                (
                    # An identifier begins with the time of its line.
                    (((now - number) << 80 | owner << 64 | number).to_bytes(16, "big"), account, "name_changed", "person", now - number)
                    for number in range(count)
                ),
            )
        cursor.execute("COMMIT")


def newcomers(report, engine, full):
    """Sign-ins begin from a stream of new networks, among them every /64 of one /56."""
    with (
        report.line("L4 newcomers from new networks", engine) as line,
        serving(engine, sign_in={"lifetime_seconds": 60}, housekeeping_seconds=5) as system,
    ):

        def waiting():
            return system.engine.rows("SELECT count(*) FROM sign_in_attempts")[0][0]

        counts = multiprocessing.Queue()
        played(line, system, full, attackers(begin_on_and_on, (system.port, False, counts), (system.port, True, counts)))
        for wide, sent, accepted, took in (counts.get(timeout=10) for _ in range(2)):
            # The share of four subscribers: once at the start, and again for every minute.
            limit = 4 * 120 * (1 + took / 60) + 50
            line.remark(f"{accepted} of {sent} starts from {'one /56' if not wide else 'the whole of IPv6'} taken")
            line.expect(wide or accepted <= limit, f"one /56 began {accepted} sign-ins, {limit:.0f} are its share")
        line.remark(f"{waiting()} attempts wait")
        if full:
            until(lambda: not waiting(), "no attempts are left", 90)


def begin_on_and_on(port, wide, counts, stop):
    sent, accepted, begun = 0, 0, time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    while not stop.is_set():
        network = f"2001:db8:{sent // 997 % 65_536 if wide else 0:x}:{sent * 7919 % (65_536 if wide else 256):x}::1"
        try:
            connection.request(
                "POST", "/v1/native/attempts", '{"client":"app"}', {"Content-Type": "application/json", "X-Forwarded-For": network}
            )
            answer = connection.getresponse()
            answer.read()
            accepted += answer.status == 200
        except (OSError, http.client.HTTPException):
            connection.close()
        sent += 1
        # A few hundred requests per second: more than any limit, but not so many that only this machine's speed is
        # measured.
        time.sleep(0.002)
    counts.put((wide, sent, accepted, time.monotonic() - begun))


def password_attempts(report, engine, full):
    """Wrong passwords for unknown names, from a stream of new addresses."""
    settings = {"passwords": {"enabled": True, "hashing_places": 1}}
    with report.line("L5 password attempts", engine) as line, serving(engine, **settings) as system:
        statuses = multiprocessing.Queue()
        # Computing one hash takes 128 MiB.
        played(
            line, system, full, attackers(try_on_and_on, *((system.port, place, statuses) for place in range(40))), extra_memory=160 << 20
        )
        seen = told(statuses)
        line.expect(seen and seen <= {401, 429, 503}, f"attempts were answered {seen}")


def try_on_and_on(port, place, statuses, stop):
    seen, number = set(), 0
    while not stop.is_set():
        number += 1
        answer = web.send(
            port,
            "POST",
            "/v1/password/sign-in",
            body={"name": f"nobody-{place}-{number}@example.com", "password": "correct horse", "client": "app"},
            headers={"X-Forwarded-For": f"10.{place}.{number >> 8 & 255}.{number & 255}"},
            timeout=60,
        )
        status = answer.status if answer else None
        if status not in seen:
            seen.add(status)
            statuses.put(status)
        stop.wait(0.1)


def blocked_log(report, engine, full):
    """O3: the log goes into a pipe that is not read at first."""
    with report.line("L6 a log that nobody reads", engine) as line, contextlib.ExitStack() as stack:
        pipe = os.path.join(stack.enter_context(tempfile.TemporaryDirectory()), "log")
        os.mkfifo(pipe)
        reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        stack.callback(os.close, reading)
        system = stack.enter_context(serving(engine, errors=pipe, log_level="trace"))

        @contextlib.contextmanager
        def attack():
            with attackers(ask_on_and_on, (system.port,), (system.port,)):
                yield
                # Wait until the output exceeds the capacity of the pipe and of the service's own queue.
                until(lambda: metric(system, "siwa_log_lines_dropped_total"), "lines are dropped: the log is blocked", 90)

        played(line, system, full, attack())
        line.remark(f"{metric(system, 'siwa_log_lines_dropped_total')} lines were dropped")
        said = read_until(reading, b"log lines dropped", system)
        line.expect(b"log lines dropped" in said, "the log does not say what it lost once it is read again")


def ask_on_and_on(port, stop):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    long = "/health/live?" + "x" * 2_000
    while not stop.is_set():
        try:
            for path in (long, "/.well-known/jwks.json"):
                connection.request("GET", path)
                connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            connection.close()


def metric(system, name):
    answer = system.send("GET", "/metrics", headers={"X-Forwarded-For": OPERATOR})
    if answer is None or answer.status != 200:
        return None
    for text in answer.body.decode().splitlines():
        if text.startswith(name + " "):
            return float(text.split()[1])
    return None


def read_until(descriptor, words, system):
    found, deadline = b"", time.monotonic() + 20
    while words not in found and time.monotonic() < deadline:
        try:
            found = found[-200:] + os.read(descriptor, 1 << 20)
        except BlockingIOError:
            system.send("GET", "/health/live")
    return found


DRILLS = {
    "L1": slow_readers,
    "L2": idle_and_slow_heads,
    "L3": exports,
    "L4": newcomers,
    "L5": password_attempts,
    "L6": blocked_log,
}
