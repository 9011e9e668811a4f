"""Applies a placement (turn, scale, shift) to points, texture axes and angles, in decimal arithmetic.

Works with 60 digits and its own sines and cosines, so every machine gives the same digits. Quarter turns, shifts and
scales are exact.
"""

import decimal
import math
from decimal import Decimal

DIGITS = 60  # far more than any number of a map has, so the final rounding is the only loss
MAX_DECIMALS = 12
ANGLE_DECIMALS = 3

decimal.getcontext().prec = DIGITS


def pi():
    """Computes pi by Machin's formula."""

    def arctan_of_inverse(n):
        total, power, k = Decimal(0), Decimal(1) / n, 0
        while abs(power) > Decimal(10) ** -(DIGITS + 5):
            total += (power if k % 2 == 0 else -power) / (2 * k + 1)
            power /= n * n
            k += 1
        return total

    return 4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239))


def around(degrees):
    """Reduces an angle to the range from 0 up to 360."""
    rest = degrees % 360  # a decimal's remainder has the sign of the dividend
    return rest + 360 if rest < 0 else rest


def cos_sin(degrees):
    """Returns cosine and sine as decimals, exact for quarter turns."""
    turn = around(degrees)
    quarters = int(turn // 90)
    rest = turn - 90 * quarters
    c, s = Decimal(1), Decimal(0)
    if rest != 0:
        x = rest * pi() / 180
        term, k, parts = Decimal(1), 0, [Decimal(0), Decimal(0)]
        while abs(term) > Decimal(10) ** -(DIGITS + 5):
            parts[k % 2] += term if k % 4 < 2 else -term
            k += 1
            term = term * x / k
        c, s = parts
    for _ in range(quarters):
        c, s = -s, c
    return c, s


def fixed(value, decimals):
    """Formats `value`, rounded half to even to that many decimals, or exact for None.

    Writes no exponent, no trailing zeros and no -0."""
    if decimals is not None:
        value = value.quantize(Decimal(1).scaleb(-decimals), rounding=decimal.ROUND_HALF_EVEN)
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def minus(a, b):
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def turn_matrix(x, y, z):
    """Returns the turn about the fixed axes x, then y, then z. Positive is counterclockwise seen from the axis' tip."""
    (cx, sx), (cy, sy), (cz, sz) = cos_sin(x), cos_sin(y), cos_sin(z)
    one, zero = Decimal(1), Decimal(0)
    about_x = [[one, zero, zero], [zero, cx, -sx], [zero, sx, cx]]
    about_y = [[cy, zero, sy], [zero, one, zero], [-sy, zero, cy]]
    about_z = [[cz, -sz, zero], [sz, cz, zero], [zero, zero, one]]
    return multiply(about_z, multiply(about_y, about_x))


def apply(matrix, p):
    return [dot(row, p) for row in matrix]


class Placement:
    """Maps p to scale * turn(p) + shift, and turns texture axes and angles to match."""

    def __init__(self, rotate, scale, shift, decimals, endless=False):
        """`endless`: the input points may already have endless decimals."""
        self.turns = rotate
        self.turn = turn_matrix(*rotate)
        self.turned = self.turn != [[1 if i == j else 0 for j in range(3)] for i in range(3)]
        self.only_z = rotate[0] % 360 == 0 and rotate[1] % 360 == 0
        self.scale = scale
        self.shift = shift
        self.matrix = [[scale * v for v in row] for row in self.turn]
        self.decimals = decimals
        # Turns by other than multiples of 90 degrees have no exact decimals. 12 are enough for every use.
        exact = all(v in (-1, 0, 1) for row in self.turn for v in row)
        self.free_decimals = None if exact and not endless else MAX_DECIMALS
        self.moves = self.turned or scale != 1 or any(shift)

    def point(self, p):
        return [v + s for v, s in zip(apply(self.matrix, p), self.shift)]

    def written(self, value, old_value, old_text):
        """Returns a coordinate's new text: the old text if the value is unchanged and no rounding was requested."""
        if self.decimals is not None:
            return fixed(value, self.decimals)
        return old_text if value == old_value else fixed(value, self.free_decimals)

    def rounded(self, p):
        """Returns a point as it will be written."""
        decimals = self.free_decimals if self.decimals is None else self.decimals
        return p if decimals is None else [v.quantize(Decimal(1).scaleb(-decimals)) for v in p]

    def yaw(self, angle):
        """Turns a Quake `angle`: degrees about z, -1 for up, -2 for down. Returns the nearest valid one."""
        if angle in (-1, -2):
            direction = [Decimal(0), Decimal(0), Decimal(1 if angle == -1 else -1)]
        elif self.only_z:
            return around(angle + self.turns[2])
        else:
            c, s = cos_sin(angle)
            direction = [c, s, Decimal(0)]
        x, y, z = (float(v) for v in apply(self.turn, direction))
        if z * z > 0.5 + 1e-9:
            return Decimal(-1 if z > 0 else -2)
        return degrees(y, x)

    def pitch_yaw_roll(self, angles):
        """Turns `angles` as Quake's engines read them: roll about x, then pitch about y, then yaw about z."""
        pitch, yaw, roll = angles
        if self.only_z:
            return [pitch, around(yaw + self.turns[2]), roll]
        m = [[float(v) for v in row] for row in multiply(self.turn, turn_matrix(roll, pitch, yaw))]
        if abs(m[2][0]) > 1 - 1e-12:  # straight up or down: yaw and roll turn about one axis, so put it all into yaw
            return [Decimal(-90 if m[2][0] > 0 else 90), degrees(-m[0][1], m[1][1]), Decimal(0)]
        return [degrees(-m[2][0], math.hypot(m[0][0], m[1][0])), degrees(m[1][0], m[0][0]), degrees(m[2][1], m[2][2])]


def degrees(y, x):
    """Returns the angle of (x, y) in degrees, from 0 up to 360, rounded."""
    unit = Decimal(1).scaleb(-ANGLE_DECIMALS)
    return around(Decimal(math.degrees(math.atan2(y, x))).quantize(unit))
