"""Every page of the documentation is in its index."""

import re

from harness.programs import ROOT

PAGES = ROOT / "Documentation"


def test_the_index_leads_to_every_page():
    linked = set(re.findall(r"\]\(([^)#]+)[)#]", (PAGES / "README.md").read_text()))
    pages = {page.name for suffix in ("md", "yaml") for page in PAGES.glob(f"*.{suffix}")} - {"README.md"}
    assert not pages - linked
    assert not [link for link in linked if not (PAGES / link).exists()]
