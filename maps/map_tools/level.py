"""Builds a sealed level: brushes, lights, one player start, a shell around everything."""

from math import cos, floor, pi, sin

from map_tools.solid import box, brush_text

WALL = 64  # units: thickness of the shell
LIMIT = 131072  # upper bound of any coordinate, units

_MASK = (1 << 64) - 1


class Random:
    """SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).

    Gives the same numbers in every version of Python."""

    def __init__(self, seed):
        self.state = seed & _MASK

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def whole(self, low, high):
        """Returns a whole number from low to high, both included."""
        return low + self.bits() % (high - low + 1)

    def chance(self, share):
        return self.bits() % 1000000 < share * 1000000


def on_circle(radius, turn):
    """Returns the whole point nearest to a point on a circle about the origin. `turn` 1 is a full turn.

    The small offset rounds exact halves the same way whatever the last bit of the sine."""
    angle = 2 * pi * turn
    return floor(radius * cos(angle) + 0.5 + 1e-6), floor(radius * sin(angle) + 0.5 + 1e-6)


class Level:
    def __init__(self, comment):
        self.parts = []
        self.comment = comment
        self.brushes = 0
        self.lights = []
        self.start = None

    def add(self, faces, texture):
        self.parts.append(brush_text(faces, texture))
        self.brushes += 1

    def shell(self, low, high, textures=("ground", "wall", "ceiling")):
        """Adds six slabs around the box low..high, first in the map.

        When a map is turned and rounded, later faces take over the planes of earlier ones. So small faces take the
        planes of the slabs, not the reverse."""
        (x0, y0, z0), (x1, y1, z1) = low, high
        if max(*map(abs, low), *map(abs, high)) + WALL > LIMIT:
            raise ValueError("the level grows past the coordinate limit")
        w, inside, self.parts = WALL, self.parts, []
        self.add(box(x0 - w, y0 - w, z0 - w, x1 + w, y1 + w, z0), textures[0])
        self.add(box(x0 - w, y0 - w, z1, x1 + w, y1 + w, z1 + w), textures[2])
        self.add(box(x0 - w, y0 - w, z0, x0, y1 + w, z1), textures[1])
        self.add(box(x1, y0 - w, z0, x1 + w, y1 + w, z1), textures[1])
        self.add(box(x0, y0 - w, z0, x1, y0, z1), textures[1])
        self.add(box(x0, y1, z0, x1, y1 + w, z1), textures[1])
        self.parts += inside

    def text(self):
        entity = '{{\n"classname" "{}"\n"origin" "{} {} {}"\n{}}}\n'
        parts = [f"// Game: Quake\n// Format: Standard\n//\n// {self.comment}\n"]
        parts.append('{\n"classname" "worldspawn"\n')
        parts += self.parts
        parts.append("}\n")
        parts.append(entity.format("info_player_start", *self.start, '"angle" "0"\n'))
        parts += [entity.format("light", *place, '"light" "300"\n') for place in self.lights]
        return "".join(parts)
