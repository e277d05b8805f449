"""Instructions with and without those of BoringSSL, counted by valgrind in a program that calls functions of such names."""

import pathlib
import shutil
import subprocess

import pytest

from callgrind import Graph

# As in BoringSSL: `sign` reaches the static `method` by a pointer, and this calls an exported function again.
PROGRAM = """
#include <stdlib.h>
#define OUTSIDE __attribute__((noinline))
static OUTSIDE void turn(int times) { for (volatile int i = 0; i < times; i++); free(malloc(8)); }
OUTSIDE void CCryptoBoringSSL_digest(int times) { turn(times); free(malloc(8)); }
static OUTSIDE int method(int times) { CCryptoBoringSSL_digest(times); return 1; }
OUTSIDE int CCryptoBoringSSL_sign(int times) { int (*volatile each)(int) = method; return each(times) + each(times); }
static OUTSIDE void handle(int times) { for (volatile int i = 0; i < times; i++); free(malloc(8)); }
int main(int count, char **words) {
    handle(atoi(words[count - 2]));
    return CCryptoBoringSSL_sign(atoi(words[count - 1])) == 2 ? 0 : 1;
}
"""


@pytest.fixture(scope="module")
def count(tmp_path_factory):
    folder = tmp_path_factory.mktemp("program")
    (folder / "program.c").write_text(PROGRAM)
    compiler = shutil.which("clang") or shutil.which("cc")
    subprocess.run([compiler, "-O1", "-o", folder / "program", folder / "program.c"], check=True)

    def run(ours, theirs):
        dump = folder / "dump"
        subprocess.run(
            [
                "valgrind",
                "--tool=callgrind",
                "--demangle=no",
                f"--callgrind-out-file={dump}",
                folder / "program",
                f"{ours:06}",
                f"{theirs:06}",
            ],
            check=True,
            capture_output=True,
        )
        return Graph(pathlib.Path(dump).read_text()).counts()

    return run


def test_work_of_boringssl_does_not_count_as_ours_and_counts_once(count):
    one, other = count(1000, 1000), count(1000, 2000)
    assert one["instructions"] == other["instructions"]
    # Two calls of a thousand turns more, of at least four and at most eight instructions each.
    assert 8_000 <= other["BoringSSL"] - one["BoringSSL"] <= 16_000


def test_our_work_does_not_count_as_that_of_boringssl(count):
    one, other = count(1000, 1000), count(2000, 1000)
    assert one["BoringSSL"] == other["BoringSSL"]
    assert 4_000 <= other["instructions"] - one["instructions"] <= 8_000


def test_functions_that_only_boringssl_calls_belong_to_it():
    dump = Graph(
        "\n".join(
            [
                "fn=(1) handle",
                "calls=1 0",
                "0 0",
                "cfn=(2) CCryptoBoringSSL_sign",
                "calls=1 0",
                "0 90",
                "fn=(2)",
                "cfn=(3) method",
                "calls=1 0",
                "0 80",
                "fn=(3)",
                "cfn=(4) _ZN4bssl16CCryptoBoringSSL3RSAEv",
                "calls=1 0",
                "0 70",
                "fn=(4)",
                "cfn=(5) malloc",
                "calls=1 0",
                "0 10",
                "fn=(1)",
                "cfn=(5)",
                "calls=2 0",
                "0 20",
                "totals: 130",
            ]
        )
    )
    assert {dump.names[number] for number in dump.boringssl()} == {"CCryptoBoringSSL_sign", "method", "_ZN4bssl16CCryptoBoringSSL3RSAEv"}
    assert dump.counts() == {"instructions": 40, "BoringSSL": 90}
