"""`torsor view`: a model in the browser, simulated in real time; or a page that shows a run, without a browser now."""

import argparse
from pathlib import Path

from .. import viewer
from .errors import OK, CommandError
from .loading import add_model_options, initial_data, positive, prepare
from .recording import check_output


def add_parser(commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser('view', help='see and touch a model in the browser', description=__doc__)
    parser.add_argument('model', nargs='?', help='a model file or bundled name (default: open one in the browser)')
    add_model_options(parser)
    parser.add_argument('--port', type=int, metavar='N', help='to listen at (default: the first free one from 8080 on)')
    parser.add_argument('--host', default='127.0.0.1', metavar='NAME',
                        help='address to listen at (default: 127.0.0.1, this machine only); others get a token')
    parser.add_argument('--token', metavar='WORD', help='that browsers must know (default: a new one, if others can '
                                                        'reach the viewer)')
    parser.add_argument('--no-browser', action='store_true', help='do not start a browser')
    parser.add_argument('--html', type=Path, metavar='FILE', help='write a page that plays the run anywhere, and end')
    parser.add_argument('--time', type=positive, metavar='SECONDS', help='to run (default: until closed; 5 for a page)')
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carry out the command."""
    check_output('--html', args.html, ('.html',))
    if args.html and not args.model:
        raise CommandError('--html needs a model')
    try:
        if args.html:
            return _page(args)
        options = dict(host=args.host, port=args.port, token=args.token, browser=not args.no_browser, seconds=args.time)
        if args.model is None:
            viewer.launch(**options)
        else:
            viewer.launch(loader=lambda: _loaded(args), **options)
    except (ImportError, OSError, NotImplementedError) as error:
        raise CommandError(str(getattr(error, 'strerror', None) or error)) from error
    except ValueError as error:
        if 'port' not in str(error):
            raise
        raise CommandError(f'--port {args.port}: {error}') from error
    return OK


def _loaded(args: argparse.Namespace) -> tuple:
    model = prepare(args)
    return model, initial_data(model, args.key)[0]


def _page(args: argparse.Namespace) -> int:
    """Simulate, and write what a viewer would have shown."""
    model, data = _loaded(args)
    viewer.write_html(args.html, model, data, args.time or 5.0, progress=True)
    print(f'wrote {args.html}: {data.time:.3g} s, {args.html.stat().st_size / 2**20:.2f} MB')
    return OK
