"""Brushes of generated maps: convex solids from whole points, with faces in exact integers.

A face is three corners of the solid, clockwise seen from outside: (a - b) x (c - b) points out.
"""

from math import gcd


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def box(x0, y0, z0, x1, y1, z1):
    """Returns the faces of an axial brush."""
    return [
        ((x0, y0, z1), (x0, y0, z0), (x0, y1, z0)),
        ((x1, y1, z1), (x1, y1, z0), (x1, y0, z0)),
        ((x1, y0, z1), (x1, y0, z0), (x0, y0, z0)),
        ((x0, y1, z1), (x0, y1, z0), (x1, y1, z0)),
        ((x0, y1, z0), (x0, y0, z0), (x1, y0, z0)),
        ((x1, y0, z1), (x0, y0, z1), (x0, y1, z1)),
    ]


def hull(points):
    """Returns the faces of the convex hull of whole points, one for each plane; None if all points lie in a plane.

    Adds one point at a time: removes the triangles that see it and joins the edges around the hole to it. Integer
    arithmetic is exact, so no face is lost or twisted.
    """
    start = first_tetrahedron(points)
    if start is None:
        return None
    triangles = {}  # (i, j, k), turning so that the normal points out -> (normal, distance)

    def add(i, j, k):
        normal = cross(minus(points[j], points[i]), minus(points[k], points[i]))
        triangles[(i, j, k)] = (normal, dot(normal, points[i]))

    a, b, c, d = start
    for i, j, k in ((a, b, c), (a, d, b), (b, d, c), (c, d, a)):
        add(i, j, k)
    for n, p in enumerate(points):
        if n in start:
            continue
        px, py, pz = p
        seen = [t for t, (m, dist) in triangles.items() if m[0] * px + m[1] * py + m[2] * pz > dist]
        if not seen:
            continue
        edges = {(t[e], t[(e + 1) % 3]) for t in seen for e in range(3)}
        for t in seen:
            del triangles[t]
        # Iterate in the order of `seen`: that of the set is not guaranteed.
        for t in seen:
            for e in range(3):
                i, j = t[e], t[(e + 1) % 3]
                if (j, i) not in edges:
                    add(i, j, n)
    return joined(points, triangles)


def first_tetrahedron(points):
    """Returns indices of four points not in a plane, ordered so that (a, b, c) faces away from d; None without any."""
    a = 0
    b = next((i for i in range(len(points)) if points[i] != points[a]), None)
    if b is None:
        return None
    ab = minus(points[b], points[a])
    c = next((i for i in range(len(points)) if any(cross(ab, minus(points[i], points[a])))), None)
    if c is None:
        return None
    normal = cross(ab, minus(points[c], points[a]))
    dist = dot(normal, points[a])
    d = next((i for i in range(len(points)) if dot(normal, points[i]) != dist), None)
    if d is None:
        return None
    return (a, c, b, d) if dot(normal, points[d]) > dist else (a, b, c, d)


def joined(points, triangles):
    """Returns one face for each plane: the largest of its triangles."""
    faces = {}
    for (i, j, k), (normal, dist) in triangles.items():
        size = gcd(*normal)
        plane = (normal[0] // size, normal[1] // size, normal[2] // size, dist // size)
        if plane not in faces or faces[plane][0] < size:
            faces[plane] = (size, (points[k], points[j], points[i]))
    return [face for _, face in faces.values()]


def moved(faces, x, y, z):
    return [tuple((p[0] + x, p[1] + y, p[2] + z) for p in face) for face in faces]


def brush_text(faces, texture):
    lines = "".join(
        f"( {a[0]} {a[1]} {a[2]} ) ( {b[0]} {b[1]} {b[2]} ) ( {c[0]} {c[1]} {c[2]} ) {texture} 0 0 0 1 1\n"
        for a, b, c in faces
    )
    return "{\n" + lines + "}\n"
