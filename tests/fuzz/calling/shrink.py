"""Make a sequence that differs short, and write it as a script that runs in either engine."""

import os
import time
from pathlib import Path

from .corpus import sources
from .judge import Call, Report, explain
from .twin import PRELUDE, Twin, same_error

SECONDS = 60.0  # of patience
HEADER = '''"""{title}

    ENGINE=torsor python {name}     # what Torsor does
    ENGINE=mujoco python {name}     # what MuJoCo does
"""

import importlib
import os
import tempfile

{prelude}

mj = importlib.import_module(os.environ.get('ENGINE', 'torsor'))
folder = tempfile.mkdtemp()
os.chdir(folder)  # both engines write warnings to a file in the current directory
{loaders}

m = load()
d = mj.MjData(m)
'''
LAST = """out = None
try:
    {statement}
except Exception as error:
    print(type(error).__name__, error)
print('returned', out)
print('arguments', given)
"""


def shrink(report: Report, paths: tuple[str, ...]) -> list[Call]:
    """The calls that are needed for the difference."""
    source = next(source for source in sources(paths) if source.name == report.model).load()
    wanted, calls, end = kinds(report.defects), list(report.calls), time.monotonic() + SECONDS
    size = len(calls) // 2
    while size:
        start = 0
        while start < len(calls) - 1 and time.monotonic() < end:
            fewer = calls[:start] + calls[min(start + size, len(calls) - 1):]
            if kinds(last_differences(source, fewer)) & wanted:
                calls = fewer
            else:
                start += size
        size //= 2
    return calls


def kinds(defects: dict[str, float]) -> set[str]:
    return set(defects)


def last_differences(source, calls: list[Call]) -> dict[str, float]:
    """What nothing explains after the last of these calls; nothing if the engines differ before."""
    twin = Twin(source)
    for k, call in enumerate(calls):
        found = twin.run(call.statement, call.operation)
        if k == len(calls) - 1:
            return explain(twin, source, calls, found)[0] if found else {}
        if twin.outcomes[1].error == 'FatalError' or not same_error(*twin.outcomes):
            return {}
        if not twin.synchronise():
            return {}
    return {}


def script(name: str, report: Report, calls: list[Call], paths: tuple[str, ...]) -> str:
    """A program that shows the difference."""
    source = next(source for source in sources(paths) if source.name == report.model)
    title = f'{calls[-1].operation.name}: ' + ', '.join(f'{what} ({error:.1e})' for what, error in list(report.defects.items())[:6])
    text = HEADER.format(title=title, name=name, prelude=PRELUDE.partition('"""\n')[2].strip(), loaders=source.loaders().strip())
    for call in calls[:-1]:
        text += f'try:\n    {indented(call.statement)}\nexcept Exception as error:\n    print(type(error).__name__)\n'
    text += LAST.format(statement=indented(calls[-1].statement))
    for what in report.defects:
        if what.startswith(('d.', 'd2.', 'model ')):
            field = what.replace('model ', 'm.')
            if not field.startswith(('d.sensordata.', 'd.moment', 'd.raised')):
                text += f"print({what!r}, {field})\n"
    return text


def indented(statement: str) -> str:
    return statement.replace('\n', '\n    ')


def save(seed: int, report: Report, paths: tuple[str, ...], output: Path) -> None:
    output.mkdir(parents=True, exist_ok=True)
    name = f'calls_{seed}.py'
    (output / name).write_text(script(name, report, shrink(report, paths), paths))
    os.chmod(output / name, 0o644)
