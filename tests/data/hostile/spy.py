"""Reads another program and copies its moves."""

from pathlib import Path

exec(Path("CLASS/lena.py").read_text())
