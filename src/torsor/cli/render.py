"""`torsor render`: a picture of a model."""

import argparse
from pathlib import Path

import numpy as np

import torsor

from ..media import write_image
from ..scene.material import halton
from .errors import OK, CommandError
from .loading import add_model_options, initial_data, prepare
from .recording import check_output
from .seeing import View, add_picture_options

OUTPUTS = ('.png', '.jpg', '.jpeg', '.webp', '.bmp', '.npy')


def add_parser(commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser('render', help='draw a picture of a model', description=__doc__)
    parser.add_argument('model', help='a model file, or the name of a bundled model')
    parser.add_argument('out', type=Path, metavar='OUT',
                        help=f'the file to write ({", ".join(OUTPUTS)}); .npy holds the numbers')
    parser.add_argument('--time', type=_time, default=0.0, metavar='SECONDS', help='to simulate before (default: 0)')
    add_model_options(parser)
    add_picture_options(parser)
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument('--depth', action='store_true', help='draw distances from the plane of the camera')
    kinds.add_argument('--segmentation', action='store_true', help='draw which object is seen')
    parser.set_defaults(run=run)


def _time(text: str) -> float:
    value = float(text)
    if not 0 <= value < float('inf'):
        raise argparse.ArgumentTypeError(f'{text} is not a finite number from zero up')
    return value


def run(args: argparse.Namespace) -> int:
    """Carry out the command."""
    check_output('OUT', args.out, OUTPUTS)
    model = prepare(args)
    view = View(model, args)
    data, start = initial_data(model, args.key)
    steps = round(args.time / model.opt.timestep)
    if steps:
        torsor.mj_step(model, data, nstep=steps)
    torsor.mj_forward(model, data)
    numbers, colours, note = DRAWN['depth' if args.depth else 'segmentation' if args.segmentation else 'colour'](
        view, data, model)
    try:
        if args.out.suffix == '.npy':
            np.save(args.out, numbers)
        else:
            write_image(args.out, colours)
    except OSError as error:
        raise CommandError(f'OUT {args.out}: {error}') from error
    width, height = args.size
    print(f'wrote {args.out}: {width} x {height}, {start}, t = {data.time:g} s{note}')
    return OK


def _colours(view: View, data, model) -> tuple:
    picture = view.picture(data)
    return picture, picture, ''


def _distances(view: View, data, model) -> tuple:
    """Metres, and greys from white (near) to black (far)."""
    view.renderer.enable_depth_rendering()
    depth = view.picture(data)
    seen = depth[depth < 0.999 * model.vis.map.zfar * model.stat.extent]
    near, far = (float(seen.min()), float(seen.max())) if seen.size else (0.0, 1.0)
    greys = 1.0 - (depth - near) / max(far - near, 1e-9)
    return depth, np.clip(greys, 0.0, 1.0), f', from {near:.4g} m (white) to {far:.4g} m (black)'


def _objects(view: View, data, model) -> tuple:
    """Ids and types of objects, and a colour for each; black where there is none."""
    view.renderer.enable_segmentation_rendering()
    picture = view.picture(data)
    objects, places = np.unique(picture.reshape(-1, 2), axis=0, return_inverse=True)
    colours = np.array([[0.0] * 3 if kind < 0 else [0.2 + 0.8 * halton(int(number) + 1, base) for base in (2, 3, 5)]
                        for number, kind in objects])
    count = int(np.sum(objects[:, 1] >= 0))
    return picture, colours[places.reshape(-1)].reshape(*picture.shape[:2], 3), f', {count} objects'


DRAWN = {'colour': _colours, 'depth': _distances, 'segmentation': _objects}
