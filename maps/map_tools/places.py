"""Levels that resemble real places: a city of houses with rooms and doorways, and caves between two height fields."""

from math import isqrt

from map_tools.shapes import SHELL, corners_of_cell, light_every, prism, smooth_noise, split
from map_tools.solid import box, hull, moved

STOREY, SLAB, WALL = 160, 16, 16  # units
DOOR_WIDTH, DOOR_HEIGHT = 80, 112
HOUSES = 96  # most distinct houses of a level; more repeat them


def city(level, random, brushes):
    """Builds houses of one to five storeys on a grid of streets. Every room has a way out."""
    plot = 640
    shapes, wanted, placed, total = [], max(1, brushes - SHELL), [], 0
    while total < wanted:
        if len(shapes) < HOUSES:
            shapes.append(house(random))
            placed.append(shapes[-1])
        else:
            placed.append(shapes[random.whole(0, len(shapes) - 1)])
        total += len(placed[-1])
    across = isqrt(len(placed) - 1) + 1
    for n, parts in enumerate(placed):
        x, y = plot * (n % across) + 96, plot * (n // across) + 96
        for texture, faces in parts:
            level.add(moved(faces, x, y, 0), texture)
    rows = (len(placed) - 1) // across + 1
    level.start = (48, 48, 48)
    step = light_every(200, len(placed))
    for n in range(0, len(placed), step):
        x, y = plot * (n % across), plot * (n // across)
        level.lights += [(x + 48, y + 48, 128), (x + 96 + 64, y + 96 + 64, 80)]
    level.shell((0, 0, 0), (plot * across, plot * rows, 5 * STOREY + 512), ("street", "wall", "sky1"))


def house(random):
    wide, deep = 16 * random.whole(20, 28), 16 * random.whole(20, 28)
    storeys = random.whole(1, 5)
    parts = []
    for n in range(storeys):
        z = n * STOREY
        if n > 0:
            parts += floor_with_hole(wide, deep, z)
        outer = ((0, 0, wide, True), (0, deep - WALL, wide, True), (0, WALL, deep - 2 * WALL, False),
                 (wide - WALL, WALL, deep - 2 * WALL, False))
        for x, y, run, along_x in outer:
            # Doors on the ground floor, windows above.
            parts += wall(random, x, y, z, run, along_x, 0 if n == 0 else 40)
        # Add a wall through the middle, with a doorway.
        middle = 16 * (wide // 32)
        parts += wall(random, middle, WALL, z, deep - 2 * WALL, False, 0)
    return parts + roof(random, wide, deep, storeys * STOREY)


def floor_with_hole(wide, deep, z):
    """Returns the ceiling of the storey below: a slab with a hole at the far corner."""
    x0, y0 = wide - WALL - 112, deep - WALL - 112
    slab = [box(0, 0, z - SLAB, wide, y0, z), box(0, y0, z - SLAB, x0, deep, z),
            box(x0, deep - WALL, z - SLAB, wide, deep, z), box(wide - WALL, y0, z - SLAB, wide, deep - WALL, z)]
    return [("floor", faces) for faces in slab]


def wall(random, x, y, z, run, along_x, sill):
    """Returns a wall with an opening: pieces left and right of it, above it, and below a window."""
    top = z + STOREY - SLAB
    begin = 16 * random.whole(3, (run - DOOR_WIDTH) // 16 - 3)
    pieces = [(0, z, begin, top), (begin + DOOR_WIDTH, z, run, top), (begin, z + DOOR_HEIGHT, begin + DOOR_WIDTH, top)]
    if sill > 0:
        pieces.append((begin, z, begin + DOOR_WIDTH, z + sill))
    parts = []
    for u0, z0, u1, z1 in pieces:
        ends = (x + u0, y, x + u1, y + WALL) if along_x else (x, y + u0, x + WALL, y + u1)
        parts.append(("brick", box(ends[0], ends[1], z0, ends[2], ends[3], z1)))
    return parts


def roof(random, wide, deep, z):
    parts = [("floor", box(0, 0, z - SLAB, wide, deep, z))]
    if random.chance(0.7):  # a hipped roof over the slab
        ridge, inset = z + random.whole(48, 160), random.whole(0, wide // 4)
        corners = [(0, 0, z), (wide, 0, z), (wide, deep, z), (0, deep, z)]
        parts.append(("tiles", hull([*corners, (inset, deep // 2, ridge), (wide - inset, deep // 2, ridge)])))
    return parts


def caves(level, random, brushes):
    """Builds prisms over a floor and under a ceiling: rock where they overlap, halls and passages elsewhere."""
    cell, height = 96, 1024
    across = max(4, isqrt(max(1, brushes - SHELL) // 4))
    floors = smooth_noise(random, across, 6, 64, 640)
    ceilings = smooth_noise(random, across, 5, 256, 900)
    middle = across // 2
    for y in range(across + 1):
        for x in range(across + 1):
            floors[y][x] += random.whole(0, 24)
            ceilings[y][x] += random.whole(0, 24)
            if max(abs(x - middle), abs(y - middle)) <= 1:  # the hall of the start
                floors[y][x], ceilings[y][x] = 128 + random.whole(0, 24), 400 + random.whole(0, 24)
    for y in range(across):
        for x in range(across):
            for a, b, c in split(corners_of_cell(floors, cell, x, y), random.chance(0.5)):
                level.add(prism(a, b, c, 0), "rock")
            for a, b, c in split(corners_of_cell(ceilings, cell, x, y), random.chance(0.5)):
                level.add(hanging(a, b, c, height), "rock")
    level.start = (cell * middle, cell * middle, 256)
    step = max(1, across // 12)
    for y in range(1, across, step):
        for x in range(1, across, step):
            if ceilings[y][x] - floors[y][x] > 160:
                level.lights.append((cell * x, cell * y, (floors[y][x] + ceilings[y][x]) // 2))
    level.shell((0, 0, 0), (cell * across, cell * across, height))


def hanging(p, q, r, top):
    """Returns a prism under a level top: prism() upside down."""
    high = [(c[0], c[1], top) for c in (p, q, r)]
    sides = [(q, p, high[0]), (r, q, high[1]), (p, r, high[2])]
    return [(r, p, q), (high[1], high[0], high[2]), *sides]
