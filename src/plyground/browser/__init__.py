"""What a page in a browser needs to play without a server: the engine, the board, and pages."""
