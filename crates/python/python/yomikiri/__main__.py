"""`python -m yomikiri quarto.py:Quarto`: rules in Python as a program that knows a game."""

import sys

from ._rules import load, speak

if len(sys.argv) != 2:
    sys.exit("usage: python -m yomikiri FILE.py:CLASS (a class of yomikiri.Rules), which answers over pipes")
speak(load(sys.argv[1]))
