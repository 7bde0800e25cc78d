"""The Python blocks of docs/how-to/python.md run, one after the other, and print what the page says."""

from __future__ import annotations

import contextlib
import io
import re
import unittest
from pathlib import Path

_PAGE = Path(__file__).resolve().parents[2] / "docs/how-to/python.md"
_BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)


class DocumentsTest(unittest.TestCase):
    def test_blocks_print_what_the_page_says(self) -> None:
        names: dict[str, object] = {}
        blocks = _BLOCK.findall(_PAGE.read_text(encoding="utf-8"))
        self.assertEqual(6, len(blocks))
        for code, expected in blocks:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(code, str(_PAGE), "exec"), names)  # the page is our own
            self.assertEqual(expected, printed.getvalue())


if __name__ == "__main__":
    unittest.main()
