"""Benchmarks: `make bench`, or `python -m tests.load [WORD…]` for those whose title has a word.

A benchmark is never a test: what it says depends on the machine, so bars are ratios to a peer
that is measured in turn with ours, on one core. Peers are no dependency of Pioche; `make bench`
puts those of `peers.txt` into a virtual environment of their own, and one that is missing is
said aloud.
"""
