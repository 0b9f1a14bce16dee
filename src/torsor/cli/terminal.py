"""Tables in plain text."""

from collections.abc import Iterable, Sequence


def table(rows: Iterable[tuple[str, str]]) -> str:
    """Two columns, labels and values, aligned."""
    rows = list(rows)
    width = max(len(label) for label, _ in rows)
    return '\n'.join(f'{label:<{width}}  {value}' for label, value in rows)


def grid(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns under a header: the first aligned left, the others right."""
    lines = [header, *rows]
    widths = [max(len(line[c]) for line in lines) for c in range(len(header))]
    return '\n'.join('  '.join(cell.ljust(width) if c == 0 else cell.rjust(width)
                               for c, (cell, width) in enumerate(zip(line, widths, strict=True)))
                     for line in lines)
