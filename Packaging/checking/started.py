"""Commands and programs that the checks run."""

import contextlib
import json
import os
import pathlib
import selectors
import subprocess
import urllib.error
import urllib.request

PATIENCE = 120


class Failed(Exception):
    """A check found something wrong."""


def run(*command, status=0, **options):
    """Runs a command, which must end with this status, and returns what it printed."""
    words = [str(word) for word in command]
    ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, **options)
    if ended.returncode != status:
        raise Failed(f"{' '.join(words)} ended with {ended.returncode} instead of {status}\n{ended.stdout[-4000:]}")
    return ended.stdout


def expect(right, message):
    """Fails unless something is right; prints what was found right."""
    if not right:
        raise Failed(f"not so: {message}")
    print(f"  {message}", flush=True)


def only(folder, pattern):
    """The one file of this kind."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise Failed(f"{len(found)} files {pattern} in {folder}")
    return found[0]


@contextlib.contextmanager
def serving(command, log, environment=None):
    """Starts a program whose first line on standard output is JSON with its addresses, and ends it with SIGTERM."""
    with open(log, "wb") as errors:
        process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, env=environment
        )
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            line = process.stdout.readline() if selector.select(PATIENCE) else b""
        if not line:
            process.kill()
            raise Failed(f"{' '.join(map(str, command))} did not start\n{pathlib.Path(log).read_text(errors='replace')[-4000:]}")
        try:
            facts = json.loads(line)
        except ValueError:
            raise Failed(f"{' '.join(map(str, command))} began with {line!r}") from None
        yield facts
        process.terminate()
        ended = process.wait(PATIENCE)
        if ended != 0:
            raise Failed(f"{command[0]} ended with {ended} after SIGTERM")
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stdout.close()


def inside(root, user, *command, mounts=()):
    """A command in a root folder, as a user. Swift reads a program's arguments from /proc.

    The mounts are in a namespace of their own, which ends with the program, so that nothing else is below a folder that is
    removed later.
    """
    steps = ["set -e", "root=$1 user=$2", "shift 2", *mounts, 'mount -t proc proc "$root/proc"']
    steps.append('exec chroot --userspec="$user" "$root" "$@"')
    return ["unshare", "--mount", "sh", "-c", "\n".join(steps), "sh", root, user, *command]


def answers(address, path):
    """Whether a GET is answered with 200."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://{address}{path}", timeout=PATIENCE) as answer:
            return answer.status == 200
    except urllib.error.HTTPError as error:
        with error:
            return False


def make_key(emulator, folder):
    """A key file as Apple issues it: the one of the emulator's example."""
    with serving([emulator, "--listen", "127.0.0.1:0", "--keys-in", folder], folder / "log") as facts:
        return pathlib.Path(facts["key_file"])


def write_private(path, octets):
    """Writes a new file that only its owner can ever open."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb") as file:
        file.write(octets)


def give(path, user, group, mode):
    """Makes a file belong to a user."""
    os.chown(path, user, group)
    path.chmod(mode)
