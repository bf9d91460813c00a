"""`python -m yomikiri quarto.py:Quarto`: runs rules in Python as a program that knows a game."""

import contextlib
import sys

from ._errors import YomikiriError
from ._rules import load, speak


def main() -> None:
    """Answers over pipes for the class that the command line names."""
    if not 2 <= len(sys.argv) <= 3:
        sys.exit("usage: python -m yomikiri FILE.py:CLASS (a class of yomikiri.Rules), which answers over pipes")
    try:
        # What the file prints is no answer.
        with contextlib.redirect_stdout(sys.stderr):
            rules = load(*sys.argv[1:])
    except YomikiriError as error:
        sys.exit(f"error: {error}")
    speak(rules)


if __name__ == "__main__":
    main()
