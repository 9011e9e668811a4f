"""Levels that exercise bevels: rocks, terrain, spiral stairs, leaning columns. Almost none of their edges is axial."""

from math import isqrt

from map_tools.level import on_circle
from map_tools.solid import hull, moved

SHAPES = 8192  # most distinct shapes of a level; more repeat them
SHELL = 6  # brushes


def light_every(count, total):
    """Returns the step that picks about `count` of `total` places for lights."""
    return max(1, total // max(1, count))


def rocks(level, random, brushes):
    """Builds convex hulls of random points, one in each cell of a block. Some reach into the next cell."""
    cell = 224
    wanted = max(1, brushes - SHELL)
    shapes = [rock(random) for _ in range(min(wanted, SHAPES))]
    spare = max(3, wanted // 48)  # cells without a rock, for the start and the lights
    across = 2
    while across * across * max(2, across // 2) < wanted + spare:
        across += 1
    layers = max(2, across // 2)
    total = across * across * layers
    step = light_every(spare, total)
    placed = 0
    for n in range(total):
        x, y, z = (cell * k + cell // 2 for k in (n % across, n // across % across, n // (across * across)))
        if n % step == 0:
            if level.start is None:
                level.start = (x, y, z)
            else:
                level.lights.append((x, y, z))
        elif placed < wanted:
            faces = shapes[placed % len(shapes)]
            level.add(moved(faces, *(v + random.whole(-40, 40) for v in (x, y, z))), "rock")
            placed += 1
    level.shell((0, 0, 0), (cell * across, cell * across, cell * layers))


def rock(random):
    while True:
        reach = [random.whole(16, 80) for _ in range(3)]
        points = [tuple(random.whole(-r, r) for r in reach) for _ in range(random.whole(6, 16))]
        faces = hull(points)
        if faces is not None:
            return faces


def prism(p, q, r, bottom):
    """Returns the prism under a triangle, counterclockwise from above, with a level underside."""
    low = [(c[0], c[1], bottom) for c in (p, q, r)]
    sides = [(low[1], low[0], p), (low[2], low[1], q), (low[0], low[2], r)]
    return [(q, p, r), (low[2], low[0], low[1]), *sides]


def smooth_noise(random, across, spacing, least, most):
    """Returns whole heights on a grid of across + 1 points: random every `spacing` points, linear in between."""
    coarse = across // spacing + 2
    knots = [[random.whole(least, most) for _ in range(coarse)] for _ in range(coarse)]
    rows = []
    for y in range(across + 1):
        ky, ty = divmod(y, spacing)
        row = []
        for x in range(across + 1):
            kx, tx = divmod(x, spacing)
            near = knots[ky][kx] * (spacing - tx) + knots[ky][kx + 1] * tx
            far = knots[ky + 1][kx] * (spacing - tx) + knots[ky + 1][kx + 1] * tx
            row.append((near * (spacing - ty) + far * ty) // (spacing * spacing))
        rows.append(row)
    return rows


def corners_of_cell(heights, cell, x, y):
    return [(cell * (x + i), cell * (y + j), heights[y + j][x + i]) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]


def split(corners, other_way):
    """Returns the two triangles of a cell."""
    a, b, c, d = corners
    return ((a, b, d), (b, c, d)) if other_way else ((a, b, c), (a, c, d))


def terrain(level, random, brushes):
    """Builds triangular prisms over a height field."""
    cell = 64
    across = max(2, isqrt(max(1, brushes - SHELL) // 2))
    hills = smooth_noise(random, across, 8, 32, 384)
    heights = [[h + random.whole(0, 48) for h in row] for row in hills]
    for y in range(across):
        for x in range(across):
            for triangle in split(corners_of_cell(heights, cell, x, y), random.chance(0.5)):
                level.add(prism(*triangle, 0), "grass")
    size, top = cell * across, max(map(max, heights)) + 320
    level.start = (size // 2, size // 2, top - 128)
    step = max(2, across // 8)
    lit = range(cell * 3 // 2, size, cell * step)
    level.lights = [(x, y, top - 64) for y in lit for x in lit]
    level.shell((0, 0, 0), (size, size, top), ("ground", "wall", "sky1"))


def spiral(level, random, brushes):
    """Builds towers of spiral stairs: wedges around a many-sided column, with undersides that rise with the stairs."""
    steps, rise, pitch = 40, 12, 448
    each = steps + 1
    towers = max(1, (brushes - SHELL + each // 2) // each)
    across = isqrt(towers - 1) + 1
    height = steps * rise
    shapes = [tower(random, steps, rise, height) for _ in range(min(towers, SHAPES // each))]
    for n in range(towers):
        x, y = pitch * (n % across) + pitch // 2, pitch * (n // across) + pitch // 2
        for texture, faces in shapes[n % len(shapes)]:
            level.add(moved(faces, x, y, 0), texture)
    size_x, size_y = pitch * across, pitch * ((towers - 1) // across + 1)
    level.start = (40, 40, 48)
    lit = range(0, towers, light_every(64, towers))
    level.lights = [(pitch * (n % across) + 40, pitch * (n // across) + 40, height + 64) for n in lit]
    level.shell((0, 0, 0), (size_x, size_y, height + 192))


def tower(random, steps, rise, height):
    sides, inner, outer = random.whole(7, 16), random.whole(24, 40), random.whole(112, 168)
    per_turn, phase, sense = random.whole(11, 24), random.whole(0, 999) / 1000, 1 if random.chance(0.5) else -1
    ring = [on_circle(inner, phase + k / sides) for k in range(sides)]
    parts = [("column", hull([(x, y, z) for x, y in ring for z in (0, height + 48)]))]
    for k in range(steps):
        top = (k + 1) * rise
        points = []
        for edge, under in ((k, 24), (k + 1, 12)):
            turn = phase + sense * edge / per_turn
            for x, y in (on_circle(inner - 4, turn), on_circle(outer, turn)):
                points += [(x, y, top), (x, y, max(0, top - under))]
        parts.append(("step", hull(points)))
    return parts


def columns(level, random, brushes):
    """Builds leaning columns of 5 to 24 sides, on the floor or under the ceiling.

    Sheared columns have plane sides. The sides of tapering ones break into triangles."""
    pitch, height = 352, 640
    wanted = max(1, brushes - SHELL)
    across = isqrt(wanted - 1) + 1
    shapes = [column(random) for _ in range(min(wanted, SHAPES))]
    for n in range(wanted):
        points, tall = shapes[n % len(shapes)]
        x, y = pitch * (n % across) + pitch // 2, pitch * (n // across) + pitch // 2
        level.add(moved(points, x, y, height - tall if random.chance(0.25) else 0), "column")
    size_x, size_y = pitch * across, pitch * ((wanted - 1) // across + 1)
    level.start = (40, 40, 48)
    lit = range(1, wanted, light_every(64, wanted))
    level.lights = [(pitch * (n % across) + 40, pitch * (n // across) + 40, 320) for n in lit]
    level.shell((0, 0, 0), (size_x, size_y, height))


def column(random):
    sides, radius, tall = random.whole(5, 24), random.whole(32, 72), random.whole(192, 512)
    phase = random.whole(0, 999) / 1000
    lean = (random.whole(-56, 56), random.whole(-56, 56))
    narrowed = radius if random.chance(0.5) else random.whole(radius // 3, radius)
    points = [(*on_circle(radius, phase + k / sides), 0) for k in range(sides)]
    for k in range(sides):
        x, y = on_circle(narrowed, phase + k / sides)
        points.append((x + lean[0], y + lean[1], tall))
    return hull(points), tall
