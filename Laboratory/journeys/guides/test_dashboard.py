"""The dashboard for Grafana is what its script makes. Scripts/check-alerts compares its metrics with the sources."""

import subprocess
import sys

from harness.programs import ROOT


def test_the_dashboard_is_what_its_script_makes():
    made = subprocess.run(
        [sys.executable, ROOT / "Packaging" / "deploy" / "grafana" / "make-dashboard", "--check"], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout + made.stderr
