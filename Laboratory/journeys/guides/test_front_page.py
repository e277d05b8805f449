"""The README: short enough to be read, said nowhere else, with a moving picture that a browser can show."""

import collections
import io
import re
import struct
import subprocess

import pytest

from harness import moving_picture
from harness.programs import ROOT

README = (ROOT / "README.md").read_text()
PICTURE = ROOT / "Documentation" / "pictures" / "demo.webp"
# So many words in a row are a sentence that was copied. Every package has to name the owner of the trademark.
COPIED = 8
EVERYWHERE = '"Sign in with Apple" is a trademark of Apple Inc.'


def chunks(content):
    """Name and content of each chunk, for a container whose length is right."""
    assert content[:4] == b"RIFF" and content[8:12] == b"WEBP"
    assert struct.unpack("<I", content[4:8])[0] == len(content) - 8
    read = io.BytesIO(content[12:])
    while name := read.read(4):
        length = struct.unpack("<I", read.read(4))[0]
        yield name, read.read(length)
        read.read(length % 2)


def sequences(page):
    """How often each sequence of words stands in the prose of a page. Code has to stand wherever it is pasted from."""
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S).replace(EVERYWHERE, "")
    words = re.findall(r"\w[\w'.-]*", re.sub(r"\]\([^)]*\)", "]", prose).lower())
    return collections.Counter(tuple(words[start : start + COPIED]) for start in range(len(words) - COPIED + 1))


def pages():
    """Every page of the repository but the README."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "*.md"], capture_output=True, text=True, check=True).stdout.split()
    return {name: ROOT / name for name in listed if name != "README.md" and (ROOT / name).exists()}


def test_the_front_page_has_fewer_than_600_words():
    assert len(README.split()) < 600


def test_nothing_on_the_front_page_is_said_twice():
    assert [words for words, times in sequences(README).items() if times > 1] == []


def test_no_other_page_repeats_the_front_page():
    found = {name: sequences(README).keys() & sequences(page.read_text()).keys() for name, page in pages().items()}
    assert {name: repeated for name, repeated in found.items() if repeated} == {}


def test_the_first_lines_name_one_package_of_this_version_and_can_be_pasted_into_any_shell():
    # Beside the package may be its debug symbols, and an interactive zsh takes a remark for arguments.
    [block] = re.findall(r"^```\n(Scripts/demo .*?)^```$", README, re.M | re.S)
    assert re.fullmatch(r"[\w./ \n-]+", block)
    [version] = set(re.findall(r'from: "([^"]+)"', README))
    assert f" siwa-{version}-linux-" in block


def test_a_copied_sentence_is_noticed_whatever_its_lines_and_links():
    one = "The database is SQLite or [PostgreSQL](a.md), and\nnobody has to choose."
    other = "- The database is SQLite\n  or PostgreSQL, and nobody has to choose."
    assert sequences(one).keys() & sequences(other).keys()
    assert not sequences(f"```\n{one}\n```")


def test_the_front_page_shows_the_moving_picture_and_says_what_it_shows():
    [(said, shown)] = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", README)
    assert ROOT / shown == PICTURE and len(said) > 80


def test_the_moving_picture_is_small_and_shows_each_frame_long_enough_to_be_seen():
    content = PICTURE.read_bytes()
    assert len(content) < 500_000
    frames = [body for name, body in chunks(content) if name == b"ANMF"]
    assert len(frames) >= 10
    for frame in frames:
        assert int.from_bytes(frame[12:15], "little") >= 300
        assert frame[16:20] == b"VP8 "


def test_frames_keep_the_pictures_of_the_stills_and_their_times():
    def still(picture):
        return b"RIFF" + struct.pack("<I", len(picture) + 12) + b"WEBP" + moving_picture.chunk(b"VP8 ", picture)

    made = moving_picture.animated((20, 10), [(still(b"abc"), 400), (still(b"defg"), 1_200)])
    [head, animation, first, second] = chunks(made)
    assert head == (b"VP8X", bytes([2, 0, 0, 0, 19, 0, 0, 9, 0, 0])) and animation[0] == b"ANIM"
    for (name, frame), picture, milliseconds in ((first, b"abc", 400), (second, b"defg", 1_200)):
        assert name == b"ANMF" and int.from_bytes(frame[12:15], "little") == milliseconds
        assert frame[16:] == moving_picture.chunk(b"VP8 ", picture)


def test_what_is_no_still_makes_no_picture():
    with pytest.raises(ValueError):
        moving_picture.animated((1, 1), [(b"\x89PNG", 400)])
