"""Replaces the points of a brush's faces by three of each face's own corners, as far apart as possible.

Some editors write points a unit apart. Turned and rounded, such a face tilts: half a thousandth at a point is half a
unit a thousand units away, and walls no longer touch. A corner is never off by more than the rounding.

The corners are chosen in plain doubles (add, multiply, divide: the same everywhere). Their positions are computed with
all digits from the planes that meet there.
"""

from decimal import Decimal
from itertools import combinations

from map_tools.placement import cross, dot, minus

ON_PLANE = 1e-7  # distance that counts as on the plane, for a brush of size 1
MOST_CORNERS = 24  # most corners of a face to choose from: all triples are tried


def widest_corners(faces):
    """Returns other points for `faces` (three Decimal points each), on the same planes and in the same turning order.

    A face without usable corners keeps its points: of an open or empty brush, or one that does not touch its brush.
    """
    planes = [plane_of(points) for points in faces]
    usable = [i for i, (normal, _) in enumerate(planes) if any(normal)]
    if len(usable) < 4:
        return faces
    middle = [sum(p[a] for points in faces for p in points) / (3 * len(faces)) for a in range(3)]
    rough = {i: unit_plane(planes[i], middle) for i in usable}
    out = []
    for i, points in enumerate(faces):
        corners = corners_of(i, rough, planes, points, middle) if i in rough else []
        out.append(widest(corners, planes[i][0]) or points)
    return out


def plane_of(points):
    """Returns (normal, distance). The normal points outward: the points run clockwise seen from outside."""
    normal = cross(minus(points[0], points[1]), minus(points[2], points[1]))
    return normal, dot(normal, points[1])


def unit_plane(plane, middle):
    """Returns the unit plane in doubles, relative to the brush's middle: far from the origin digits would be lost."""
    normal, dist = plane
    length = dot(normal, normal).sqrt()
    return [float(v / length) for v in normal], float((dist - dot(normal, middle)) / length)


def corners_of(face, rough, planes, points, middle):
    """Returns the corners of one face, its plane clipped by all others, as (rough position, exact position)."""
    normal, dist = rough[face]
    axis = max(range(3), key=lambda a: abs(normal[a]))
    u = [0.0, 0.0, 0.0]
    u[(axis + 1) % 3] = 1.0
    u = [a - dot(u, normal) * b for a, b in zip(u, normal)]
    v = cross(normal, u)
    reach = [abs(float(a - m)) for p in points for a, m in zip(p, middle)] + [abs(d) for _, d in rough.values()]
    size = 8.0 * max(1.0, *reach)
    centre = [dist * n for n in normal]
    # Store with each corner the plane of the edge that begins there, None for the edges of the first square.
    square = ((-size, -size), (size, -size), (size, size), (-size, size))
    polygon = [([c + s * a + t * b for c, a, b in zip(centre, u, v)], None) for s, t in square]
    for other, plane in rough.items():
        if other != face:
            polygon = cut(polygon, other, plane, size * ON_PLANE)
            if len(polygon) < 3:
                return []
    corners = []
    for k, (place, leaving) in enumerate(polygon):
        arriving = polygon[k - 1][1]
        if leaving is None or arriving is None:
            return []  # the face is unbounded: an open brush
        exact = meeting(planes[face], planes[arriving], planes[leaving])
        # Drop corners of nearly parallel planes: their position is arbitrary.
        if exact and all(abs(float(e - m) - p) < 1e-3 for e, m, p in zip(exact, middle, place)):
            corners.append((place, exact))
    return corners[:: max(1, len(corners) // MOST_CORNERS)]


def cut(polygon, other, plane, tolerance):
    """Returns the part of the polygon behind the plane."""
    normal, dist = plane
    heights = [dot(normal, place) - dist for place, _ in polygon]
    if max(heights) <= tolerance:
        return polygon
    out = []
    for k, (place, edge) in enumerate(polygon):
        here, there = heights[k], heights[(k + 1) % len(polygon)]
        after = polygon[(k + 1) % len(polygon)][0]
        if here <= tolerance:
            # On the plane and leaving: the next edge is the cut.
            out.append((place, other if abs(here) <= tolerance < there else edge))
        if (here < -tolerance and there > tolerance) or (here > tolerance and there < -tolerance):
            share = here / (here - there)
            out.append(([a + share * (b - a) for a, b in zip(place, after)], other if here < 0 else edge))
    return out


def meeting(a, b, c):
    """Returns the point on three planes, or None."""
    bc, ca, ab = cross(b[0], c[0]), cross(c[0], a[0]), cross(a[0], b[0])
    determinant = dot(a[0], bc)
    if determinant == 0:
        return None
    return [(a[1] * x + b[1] * y + c[1] * z) / determinant for x, y, z in zip(bc, ca, ab)]


def widest(corners, normal):
    """Returns the three corners of the largest triangle, ordered to match `normal`; None below three corners."""
    best, best_area = None, 0.0
    rough_normal = [float(v) for v in normal]
    for a, b, c in combinations(corners, 3):
        turned = cross(minus(a[0], b[0]), minus(c[0], b[0]))
        area = dot(turned, turned)
        if area > best_area * (1 + 1e-9):  # keep the first of equal ones
            best_area = area
            best = [a[1], b[1], c[1]] if dot(turned, rough_normal) > 0 else [c[1], b[1], a[1]]
    return best
