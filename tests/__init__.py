"""Tests of Plyground."""
