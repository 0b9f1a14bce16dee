"""Cameras with their frustums, lights, and the rays of rangefinders."""

import numpy as np

from ..schema.enums import mjtFrame, mjtGeom, mjtLabel, mjtObj, mjtProjection, mjtSensor, mjtVisFlag
from .frames import axes
from .rows import turned_z
from .view import View

BOX, CYLINDER, TRIANGLE, LINE = (int(getattr(mjtGeom, f'mjGEOM_{name}'))
                                 for name in ('BOX', 'CYLINDER', 'TRIANGLE', 'LINE'))
CAMERA, LIGHT, SENSOR, SITE = (int(getattr(mjtObj, f'mjOBJ_{name}')) for name in ('CAMERA', 'LIGHT', 'SENSOR', 'SITE'))
LINE_WIDTH = 3.0  # [pixels]
SEE_THROUGH = 0.3  # opacity of a camera that shows its frustum
DISTANCE, RAY_DATA = 1, (1, 3, 3, 3, 3, 1)  # bit in sensor_intprm; numbers per ray of what the bits stand for
GAP = 1e-4  # between a light and the cylinder that stands for it [m]


def cameras(view: View) -> None:
    """A box with a lens for each camera, and the frustum if the sensor has a size."""
    m, d = view.m, view.d
    if not view.shows(mjtVisFlag.mjVIS_CAMERA):
        return
    side, body = view.size('camera'), view.colour('camera')
    for i in range(m.ncam):
        rgba = body.copy()
        if m.cam_sensorsize[i, 1] > 0.0:
            rgba[3] = SEE_THROUGH
            _frustum(view, i)
        pos, mat = d.cam_xpos[i], d.cam_xmat[i].reshape(3, 3)
        label = view.names('camera', [i])[0] if view.labels(mjtLabel.mjLABEL_CAMERA) else b''
        columns = dict(objtype=CAMERA, mat=mat)
        view.rows.add([i], type=BOX, size=(side, 0.8 * side, 0.4 * side), pos=pos, rgba=rgba, label=label, **columns)
        view.rows.add([i], type=CYLINDER, size=(0.4 * side, 0.4 * side, 0.3 * side), pos=pos - 0.6 * side * mat[:, 2],
                      rgba=rgba * (0.5, 0.5, 0.5, 1.0), **columns)
        if view.frames(mjtFrame.mjFRAME_CAMERA):
            axes(view, [i], pos, mat)


def _frustum(view: View, i: int) -> None:
    """Four sides, each of two triangles and three lines, from the near plane to a fixed distance."""
    m, d = view.m, view.d
    focal, principal = m.cam_intrinsic[i, :2], m.cam_intrinsic[i, 2:]
    low, high = -(0.5 * m.cam_sensorsize[i] - principal) / focal, (0.5 * m.cam_sensorsize[i] + principal) / focal
    (x0, y0), (x1, y1) = low, high
    corners = np.array([(x0, y0, -1.0), (x1, y0, -1.0), (x1, y1, -1.0), (x0, y1, -1.0)])
    turned = corners @ d.cam_xmat[i].reshape(3, 3).T
    near = d.cam_xpos[i] + turned * (m.vis.map.znear * m.stat.extent)
    far = d.cam_xpos[i] + turned * view.size('frustum')
    columns = dict(objtype=CAMERA, rgba=view.colour('frustum'))
    for k in range(4):
        a, b, c, e = near[k], near[(k + 1) % 4], far[k], far[(k + 1) % 4]
        _triangle(view, i, (a, c, b), columns)
        _triangle(view, i, (c, e, b), columns)
        view.rows.connect([i] * 3, LINE, LINE_WIDTH, np.array((a, c, a)), np.array((b, e, c)), **columns)


def _triangle(view: View, i: int, corners, columns: dict) -> None:
    """A triangle: its sides from the first corner as unit vectors and lengths, and its normal."""
    one, two = corners[1] - corners[0], corners[2] - corners[0]
    sides = np.stack((one, two, np.cross(one, two)))
    size = np.linalg.norm(sides, axis=1)
    view.rows.add([i], type=TRIANGLE, size=size, pos=corners[0], mat=(sides / size[:, None]).T, **columns)


def lights(view: View) -> None:
    """A cylinder behind each light."""
    m, d = view.m, view.d
    if not (view.shows(mjtVisFlag.mjVIS_LIGHT) and m.nlight):
        return
    side = view.size('light')
    mat = turned_z(d.light_xdir)
    names = view.names('light', range(m.nlight)) if view.labels(mjtLabel.mjLABEL_LIGHT) else [b''] * m.nlight
    for i in range(m.nlight):
        view.rows.add([i], type=CYLINDER, objtype=LIGHT, size=(0.8 * side, 0.8 * side, side), mat=mat[i],
                      pos=d.light_xpos[i] - (side + GAP) * d.light_xdir[i], rgba=view.colour('light'), label=names[i])
        if view.frames(mjtFrame.mjFRAME_LIGHT):
            axes(view, [i], d.light_xpos[i], mat[i])


def rangefinders(view: View) -> None:
    """The rays of rangefinders, as far as they reach."""
    m, d = view.m, view.d
    if not view.shows(mjtVisFlag.mjVIS_RANGEFINDER):
        return
    for i in np.flatnonzero(m.sensor_type == mjtSensor.mjSENS_RANGEFINDER).tolist():
        of_site = m.sensor_objtype[i] == SITE
        start, way = (_site_ray if of_site else _camera_rays)(view, int(m.sensor_objid[i]))
        spec = int(m.sensor_intprm[i, 0])
        if not spec & DISTANCE:
            continue
        stride = sum(size for k, size in enumerate(RAY_DATA) if spec >> k & 1)
        distance = d.sensordata[m.sensor_adr[i]:][:stride * len(way):stride]
        met = np.flatnonzero(distance >= 0.0)
        if len(met):
            begin = np.broadcast_to(start, way.shape)[met]
            view.rows.connect(np.full(len(met), i), LINE, LINE_WIDTH, begin, begin + distance[met, None] * way[met],
                              objtype=SENSOR, rgba=view.colour('rangefinder'))


def _site_ray(view: View, site: int) -> tuple:
    return view.d.site_xpos[site], view.d.site_xmat[site].reshape(3, 3)[:, 2][None]


def _camera_rays(view: View, camera: int) -> tuple:
    """Origins and unit directions of the rays of all pixels, row by row from the top."""
    m, d = view.m, view.d
    width, height = resolution = m.cam_resolution[camera]
    right, down = (x.reshape(-1) + 0.5 for x in np.meshgrid(np.arange(width), np.arange(height)))
    frame = d.cam_xmat[camera].reshape(3, 3)
    if m.cam_projection[camera] == mjtProjection.mjPROJ_ORTHOGRAPHIC:
        shift = np.stack((right / width - 0.5, 0.5 - down / height), 1) * m.cam_fovy[camera]
        return d.cam_xpos[camera] + shift @ frame[:, :2].T, np.broadcast_to(-frame[:, 2], (len(right), 3))
    if np.all(m.cam_sensorsize[camera] > 0.0):
        focal, centre = m.cam_intrinsic[camera].reshape(2, 2) / m.cam_sensorsize[camera] * resolution
    else:
        focal, centre = 0.5 * height / np.tan(np.radians(0.5 * m.cam_fovy[camera])) * np.ones(2), 0.5 * resolution
    way = np.stack(((right - centre[0]) / focal[0], (centre[1] - down) / focal[1], -np.ones(len(right))), 1)
    return d.cam_xpos[camera], way / np.linalg.norm(way, axis=1, keepdims=True) @ frame.T
