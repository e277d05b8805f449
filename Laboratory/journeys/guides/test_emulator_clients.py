"""The settings on the page about the emulator's clients are those with which Authlib is tested."""

import re
import textwrap

from harness.programs import ROOT

PAGE = (ROOT / "Documentation" / "emulator-clients.md").read_text()
TEST = (ROOT / "Laboratory" / "journeys" / "clients" / "main" / "test_authlib.py").read_text()


def test_the_settings_to_copy_are_those_of_the_test():
    (shown,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.S | re.M)
    tested = textwrap.dedent(re.search(r"^ +self\.oauth\.register\(\n.*?^        \)\n", TEST, re.S | re.M).group())
    assert shown == re.sub(r"\bself\.(apple\.)?", "", tested)


def test_the_page_names_what_lets_authlib_use_http():
    (name, value) = re.search(r'to_allow_http = \{"(\w+)": "(\w+)"\}', TEST).groups()
    assert f"`{name}={value}`" in PAGE
