"""Progress in a terminal and in a notebook."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypedDict

__all__ = ["News", "Progress", "listener"]


class News(TypedDict, total=False):
    """What a run says: how far it is (0 to 1) and a line of text; or a note."""

    done: float
    text: str
    note: str


Progress = bool | Callable[[News], object] | None
"""Whether to show progress; by default where somebody can see it. A function gets it instead; if it raises, the run
ends."""


def in_notebook() -> bool:
    """Whether this is a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


def listener(progress: Progress) -> Callable[[News], object] | None:
    """Who is told of a run."""
    if callable(progress):
        return progress
    if progress is False:
        return None
    if in_notebook():
        return _Notebook()
    if progress is True or sys.stderr.isatty():
        return _Terminal()
    return None


def _bar(done: float, width: int = 24) -> str:
    full = round(max(0.0, min(1.0, done)) * width)
    return "█" * full + "░" * (width - full)


class _Terminal:
    """A bar that is drawn over itself."""

    def __call__(self, news: News) -> None:
        if "note" in news:
            print(f"\r\033[Knote: {news['note']}", file=sys.stderr)
            return
        end = "\n" if news["done"] >= 1.0 else ""
        print(f"\r\033[K{_bar(news['done'])} {news['text']}", end=end, file=sys.stderr, flush=True)


class _Notebook:
    """A line that is replaced."""

    def __init__(self) -> None:
        self.handle: Any = None

    def __call__(self, news: News) -> None:
        from IPython.display import HTML, display

        if "note" in news:
            display(HTML(f"<small>note: {news['note']}</small>"))
            return
        shown = HTML(f"<progress value='{news['done']:.3f}' max='1'></progress> <code>{news['text']}</code>")
        if self.handle is None:
            self.handle = display(shown, display_id=True)
        else:
            self.handle.update(shown)
