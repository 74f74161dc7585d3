"""Bridges to other tools: each file is one thin bridge, and needs its library only when used."""
