"""The book says what its programs print."""

import pathlib
import re
import subprocess
import sys

import pytest

BOOK = pathlib.Path(__file__).parents[3] / "book" / "src"
PROGRAM = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


def programs():
    """The programs of the book behind which stands what they print."""
    for page in sorted(BOOK.glob("*.md")):
        for number, (code, said) in enumerate(PROGRAM.findall(page.read_text(encoding="utf-8"))):
            yield pytest.param(code, said, id=f"{page.stem}-{number}")


def test_there_are_some():
    assert len(list(programs())) >= 3


@pytest.mark.parametrize(("code", "said"), list(programs()))
def test_a_program_prints_what_the_book_says(code, said, tmp_path):
    # A page imports the package once.
    code = "import yomikiri\n" + code
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert (ran.returncode, ran.stdout) == (0, said), ran.stderr
