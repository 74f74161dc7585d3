"""Bridges to the tools around: each file is one, thin, and needs its own library only when used."""
