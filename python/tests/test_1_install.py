"""The script of the guide. `cargo xtask wheel` runs it in an empty environment."""

import pathlib
import subprocess
import sys


def test_the_script_runs() -> None:
    script = pathlib.Path(__file__).with_name("script.py")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "on Python" in done.stdout


def test_the_command_is_there() -> None:
    def stickslip(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "stickslip", *words]
        return subprocess.run(command, capture_output=True, text=True)

    listed = stickslip("list", "scenes")
    assert listed.returncode == 0 and "heavy-stack" in listed.stdout
    assert stickslip("run", "no-such-scene").returncode == 2
    assert stickslip("--version").returncode == 0
    assert stickslip("dance").returncode == 2
