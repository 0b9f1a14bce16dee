"""From the words of a command line to a camera, the size of pictures, and what is seen in them."""

import argparse
import re

import torsor

from ..schema.enums import mjtCamera, mjtVisFlag
from ..spelling import suggestion
from .errors import CommandError

MOST_PIXELS = 16384  # of a side
PREFIX = 'mjVIS_'


def size(text: str) -> tuple[int, int]:
    """Width and height in pixels from a text such as 640x480, for argparse."""
    found = re.fullmatch(r'(\d+)x(\d+)', text)
    if found is None or not all(0 < int(side) <= MOST_PIXELS for side in found.groups()):
        raise argparse.ArgumentTypeError(f'{text} is not WIDTHxHEIGHT in pixels, from 1 to {MOST_PIXELS} each')
    return int(found[1]), int(found[2])


def add_picture_options(parser: argparse.ArgumentParser) -> None:
    """The options shared by the commands that draw."""
    parser.add_argument('--camera', metavar='WHICH', default='free',
                        help='name or number of a camera of the model; or AZIMUTH,ELEVATION or AZIMUTH,ELEVATION,'
                             'DISTANCE in degrees and metres; or "free", which sees all of it (default)')
    parser.add_argument('--track', metavar='BODY', help='let a free camera look at this body and follow it')
    parser.add_argument('--size', type=size, default=(640, 480), metavar='WxH', help='in pixels (default: 640x480)')
    parser.add_argument('--show', action='append', default=[], metavar='WHAT',
                        help='show also joint, actuator, contactpoint, contactforce, com, inertia, ...; repeatable')


class View:
    """Pictures of a model as a command line asks for them."""

    def __init__(self, model, args: argparse.Namespace):
        self.camera = camera(model, args.camera, args.track)
        self.option = shown(args.show)
        width, height = args.size
        # a file says how large pictures of a program may be; who asks for a size has room for it
        model.vis.global_.offwidth = max(width, model.vis.global_.offwidth)
        model.vis.global_.offheight = max(height, model.vis.global_.offheight)
        try:
            self.renderer = torsor.Renderer(model, height, width)
        except NotImplementedError as error:
            raise CommandError(str(error)) from error

    def picture(self, data):
        """The picture of data that have been through mj_forward."""
        self.renderer.update_scene(data, self.camera, self.option)
        return self.renderer.render()


def camera(model, which: str, track: str | None) -> 'torsor.MjvCamera':
    """The camera that `--camera` and `--track` ask for."""
    view = torsor.MjvCamera()
    torsor.mjv_defaultFreeCamera(model, view)
    names = [model.camera(c).name for c in range(model.ncam)]
    angles = re.fullmatch(r'([-+.\d]+),([-+.\d]+)(?:,([-+.\d]+))?', which)
    if which in names or which.isdecimal():
        number = names.index(which) if which in names else int(which)
        if number >= model.ncam:
            raise CommandError(f'--camera {which}: the model has {model.ncam} cameras, numbered from 0')
        view.type, view.fixedcamid = int(mjtCamera.mjCAMERA_FIXED), number
    elif angles:
        view.azimuth, view.elevation, distance = _numbers(which, angles.groups())
        view.distance = distance or view.distance
    elif which != 'free':
        raise CommandError(f'--camera {which}: no such camera; {suggestion(which, [*names, "free"])}')
    if track is not None:
        _track(model, view, which, track)
    return view


def _numbers(which: str, parts: tuple[str | None, ...]) -> list[float]:
    try:
        azimuth, elevation, distance = (float(part or 0.0) for part in parts)
    except ValueError as error:
        raise CommandError(f'--camera {which}: not AZIMUTH,ELEVATION or AZIMUTH,ELEVATION,DISTANCE') from error
    if distance < 0.0:
        raise CommandError(f'--camera {which}: a distance is above zero')
    return [azimuth, elevation, distance]


def _track(model, view, which: str, body: str) -> None:
    if view.type == mjtCamera.mjCAMERA_FIXED:
        raise CommandError(f'--track {body}: the camera {which} of the model moves as the model says; '
                           'leave --camera out, or give angles')
    names = [model.body(b).name for b in range(model.nbody)]
    if body not in names:
        raise CommandError(f'--track {body}: no such body; {suggestion(body, [name for name in names if name])}')
    view.type, view.trackbodyid = int(mjtCamera.mjCAMERA_TRACKING), names.index(body)


def shown(flags: list[str]) -> 'torsor.MjvOption':
    """What is seen: the default and these."""
    option = torsor.MjvOption()
    known = {flag.name.removeprefix(PREFIX).lower(): int(flag) for flag in mjtVisFlag if flag.name.startswith(PREFIX)}
    for flag in flags:
        if flag not in known:
            raise CommandError(f'--show {flag}: no such thing; {suggestion(flag, known)}')
        option.flags[known[flag]] = 1
    return option
