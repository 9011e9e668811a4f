"""Copies the text of a .map file and replaces the numbers that a placement changes. All else is kept byte by byte.

Reads what the compiler's reader reads: Standard, Valve 220 and brush primitives, detected face by face, and patches.
"""

import re
from decimal import Decimal

from map_tools.corners import widest_corners
from map_tools.placement import ANGLE_DECIMALS, MAX_DECIMALS, apply, cross, fixed, minus

GREATEST = Decimal(10) ** 9  # upper bound of any coordinate; maps end at 262,144
FINEST = 40  # most decimals kept of a number

BLANK = r"[\x01-\x20]"
NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
# End of a word: a blank, a bracket, a quote, a comment or the end of the text.
WORD_END = r"(?=[\x00-\x20(){}\[\]\";]|//|\Z)"
COMMENT = r"//[^\r\n\x00]*|/\*[^\x00]*?\*/"
SKIP = re.compile(rf"(?:{BLANK}+|{COMMENT}|;[^\r\n\x00]*)*")
SKIP_TO_NAME = re.compile(rf"(?:{BLANK}+|{COMMENT})*")  # a texture name may begin with a semicolon
PADDING = re.compile(r"[\x00-\x20]*")
NUMBER_HERE = re.compile(NUMBER + WORD_END)
# Numbers of a texture that some editors write: they stay as they are.
ODD_NUMBER_HERE = re.compile(
    r"[+-]?(?:nan(?:\([^)\r\n]*\))?|inf|infinity|1\.#[a-z0-9]*|[0-9]*,[0-9]+(?:e[+-]?[0-9]+)?)" + WORD_END,
    re.IGNORECASE,
)
POINT_HERE = re.compile(rf"\({BLANK}*({NUMBER}){BLANK}+({NUMBER}){BLANK}+({NUMBER}){BLANK}*\)")
WORD_HERE = re.compile(r"[^\x00-\x20(){}\[\]\"]*")
NAME_HERE = re.compile(r"[^\x00-\x20]+")
LINE_END = re.compile(r"\r\n|\r|\n")
NUMBERS_ONLY = re.compile(rf"\s*{NUMBER}(?:\s+{NUMBER})*\s*")


class MapError(Exception):
    """An error in the map's text, with its offset."""

    def __init__(self, at, message):
        super().__init__(message)
        self.at = at


class Rewriter:
    """Scans a map's text once and records the spans that get other numbers."""

    def __init__(self, text, placement, corners=False):
        """`corners`: replace the points of brush faces by corners."""
        self.text = text
        self.placement = placement
        self.corners = corners
        self.at = 3 if text.startswith("\xef\xbb\xbf") else 0
        self.changes = []  # (begin, end, new text), in order
        self.warnings = []  # (offset, message)

    def run(self):
        self.skip()
        if not self.here("{"):
            self.fail("not a map: expected '{' (an entity)")
        while not PADDING.fullmatch(self.text, self.at):
            self.entity()
            self.skip()
        self.changes.sort()
        parts, last = [], 0
        for begin, end, new in self.changes:
            parts += [self.text[last:begin], new]
            last = end
        return "".join(parts) + self.text[last:]

    def skip(self):
        self.at = SKIP.match(self.text, self.at).end()

    def skip_to_name(self):
        self.at = SKIP_TO_NAME.match(self.text, self.at).end()

    def here(self, c):
        return self.text.startswith(c, self.at)

    def fail(self, message):
        """Raises an error that quotes the next word."""
        found = self.text[self.at : self.at + 1]
        if found == "":
            what = "the end of the file"
        elif found == "\0":
            what = "a NUL byte"
        else:
            what = ascii((WORD_HERE.match(self.text, self.at).group() or found)[:40])
        raise MapError(self.at, f"{message}, found {what}")

    def accept(self, c):
        self.skip()
        if not self.here(c):
            return False
        self.at += 1
        return True

    def expect(self, c, purpose):
        if not self.accept(c):
            self.fail(f"expected '{c}' ({purpose})")

    def line_of(self, offset):
        return sum(1 for _ in LINE_END.finditer(self.text, 0, offset)) + 1

    def quoted(self, lines=False):
        """Returns the span inside the quotes. `lines`: it may have line ends.

        A quote after an odd number of backslashes belongs to the string, except in two cases: no further quote and no
        word follows on the line, or the next quote opens another string."""
        begin = self.at + 1
        escaped = False
        for i in range(begin, len(self.text)):
            c = self.text[i]
            if c == "\0" or (c in "\r\n" and not lines):
                break
            if c == '"' and (not escaped or self.quote_ends(i)):
                self.at = i + 1
                return begin, i
            escaped = c == "\\" and not escaped
        where = "" if lines else " on its line"
        raise MapError(self.at, f"the quoted string that begins here is not closed{where}")

    def quote_ends(self, quote):
        tail = re.match(r'[^"\r\n]*', self.text[quote + 1 : quote + 4096]).group()
        after = self.text[quote + 1 + len(tail) : quote + 3 + len(tail)]
        if not after.startswith('"'):
            return tail.strip()[:1] in ("", "{", "}", "(", ")", "[", "]", ";", "/")
        return bool(tail) and not tail.strip() and len(after) > 1 and after[1] > " " and after[1] != "}"

    def number(self, purpose):
        self.skip()
        match = NUMBER_HERE.match(self.text, self.at)
        if not match:
            self.fail(f"expected a number ({purpose})")
        self.at = match.end()
        return match.span()

    def texture_number(self, purpose):
        """Like number. Also skips numbers that are not finite or have a decimal comma, and returns None for these."""
        self.skip()
        match = ODD_NUMBER_HERE.match(self.text, self.at)
        if not match:
            return self.number(purpose)
        self.at = match.end()
        return None

    def value(self, span, purpose="a number"):
        value = Decimal(self.text[span[0] : span[1]])
        if abs(value) > GREATEST:
            raise MapError(span[0], f"{purpose} is greater than {GREATEST:,}")
        if value.as_tuple().exponent < -FINEST:
            value = value.quantize(Decimal(1).scaleb(-FINEST))
        return value

    def change(self, span, new):
        if self.text[span[0] : span[1]] != new:
            self.changes.append((span[0], span[1], new))

    # Entities.

    def entity(self):
        begin = self.at
        self.expect("{", "an entity")
        keys = []
        while not self.accept("}"):
            if self.here('"'):
                keys.append(self.key())
            elif self.here("{"):
                self.brush()
            else:
                end = f"end of the entity that begins on line {self.line_of(begin)}"
                self.fail(f"expected a quoted key, '{{' (a brush) or '}}' ({end})")
        if self.placement.moves or self.placement.decimals is not None:
            self.keys(keys)

    def key(self):
        """Returns a key in lower case and the span of its value."""
        key = self.quoted()
        self.skip()
        if not self.here('"'):
            self.fail("expected the quoted value of a key")
        return self.text[key[0] : key[1]].lower(), self.quoted(lines=True)

    def skip_keys(self):
        """Skips keys inside a brush."""
        self.skip()
        while self.here('"'):
            self.key()
            self.skip()

    def keys(self, keys):
        classname = next((self.text[a:b].lower() for key, (a, b) in keys if key == "classname"), "")
        for key, span in keys:
            numbers = self.numbers_of(span)
            if key == "origin":
                if numbers is None or len(numbers) != 3:
                    self.warnings.append((span[0], "this origin is not three numbers and stays as it is"))
                else:
                    self.move_point(numbers)
            elif not self.placement.turned or numbers is None:
                continue
            # Skip lights: their `angle` is the width of a cone.
            elif key == "angle" and len(numbers) == 1 and not classname.startswith("light"):
                self.turn_angles(numbers, [self.placement.yaw(self.value(numbers[0]))])
            elif key == "angles" and len(numbers) == 3:
                self.turn_angles(numbers, self.placement.pitch_yaw_roll([self.value(n) for n in numbers]))

    def numbers_of(self, span):
        """Returns the spans of a value's numbers, or None if the value has anything else."""
        if not NUMBERS_ONLY.fullmatch(self.text, *span):
            return None
        return [m.span() for m in re.compile(NUMBER).finditer(self.text, *span)]

    def turn_angles(self, spans, new):
        for span, value in zip(spans, new):
            if value != self.value(span):
                self.change(span, fixed(value, ANGLE_DECIMALS))

    def move_point(self, spans):
        old = [self.value(span, "a coordinate") for span in spans]
        self.write_point(spans, old, self.placement.point(old))

    def write_point(self, spans, old, new):
        for span, before, value in zip(spans, old, new):
            self.change(span, self.placement.written(value, before, self.text[span[0] : span[1]]))

    # Brushes.

    def brush(self):
        begin = self.at
        self.expect("{", "a brush")
        self.skip_keys()
        if self.here("(") or self.here("}"):
            self.face_list(begin, "brush")
            return
        word = WORD_HERE.match(self.text, self.at)
        kind = word.group().lower()
        if kind not in ("brushdef", "patchdef2", "patchdef3"):
            self.fail("expected '(' (a face), 'brushDef', 'patchDef2', 'patchDef3' or '}' (end of the brush)")
        self.at = word.end()
        inner = self.at
        self.expect("{", f"the inside of a {word.group()}")
        if kind == "brushdef":
            self.face_list(inner, word.group())
        else:
            self.patch()
        self.skip_keys()
        self.expect("}", "end of a brush")

    def face_list(self, begin, what):
        faces = []
        while True:
            self.skip_keys()
            if self.accept("}"):
                break
            if not self.here("("):
                end = f"end of the {what} that begins on line {self.line_of(begin)}"
                self.fail(f"expected '(' (a face) or '}}' ({end})")
            faces.append(self.face())
        self.move_faces(faces)

    def move_faces(self, faces):
        """Writes the new points of faces. `faces` has the spans of three points, three numbers each, for each face."""
        old = [[[self.value(span, "a coordinate") for span in spans] for spans in face] for face in faces]
        new = widest_corners(old) if self.corners else old
        for spans, before, after in zip(faces, old, new):
            moved = [self.placement.point(p) for p in after]
            for k in range(3):
                self.write_point(spans[k], before[k], moved[k])
            written = [self.placement.rounded(p) for p in moved]
            if on_a_line(written) and not on_a_line(before):
                self.warnings.append((spans[0][0][0], "the points of this face lie on a line after rounding"))

    def face(self):
        points = [self.point() for _ in range(3)]
        self.skip_to_name()
        if self.here("("):
            self.matrix()
            self.texture()
        else:
            self.texture()
            self.skip()
            if self.here("["):
                self.valve_projection()
            else:
                for what in ("offset", "offset", "rotation", "scale", "scale"):
                    self.texture_number(f"a texture {what}")
        for _ in range(3):  # contents, flags, value
            self.skip()
            if self.text[self.at : self.at + 1] not in tuple("0123456789+-."):
                break
            self.number("a surface flag")
        return points

    def point(self):
        self.skip()
        match = POINT_HERE.match(self.text, self.at)
        if match:
            self.at = match.end()
            return [match.span(1), match.span(2), match.span(3)]
        self.expect("(", "a point of a face")
        spans = [self.number("a coordinate") for _ in range(3)]
        self.expect(")", "end of a point")
        return spans

    def texture(self):
        self.skip_to_name()
        if self.here('"'):
            self.quoted()
            return
        match = NAME_HERE.match(self.text, self.at)
        if not match or match.group() in tuple("(){}[]"):
            self.fail("expected a texture name")
        self.at = match.end()

    def matrix(self):
        """Skips a brush primitive's texture matrix: it is relative to its face."""
        self.expect("(", "a texture matrix")
        for _ in range(2):
            self.expect("(", "a row of a texture matrix")
            for _ in range(3):
                self.texture_number("a texture matrix")
            self.expect(")", "end of a row of a texture matrix")
        self.expect(")", "end of a texture matrix")

    def valve_projection(self):
        """Adjusts the projection so that u = dot(p, axis) / scale + offset is unchanged at every point of the face."""
        axes = []
        for _ in range(2):
            self.expect("[", "a texture axis")
            axes.append([self.texture_number("a texture axis or offset") for _ in range(4)])
            self.expect("]", "end of a texture axis")
        self.texture_number("a texture rotation")
        for spans in axes:
            scale_span = self.texture_number("a texture scale")
            if not self.placement.moves or scale_span is None or None in spans:
                continue
            old = [self.value(span) for span in spans]
            axis = apply(self.placement.turn, old[:3])
            scale = self.value(scale_span) * self.placement.scale
            along = sum(a * s for a, s in zip(axis, self.placement.shift))
            offset = old[3] - along / scale if scale != 0 else old[3]
            for span, new, before in zip(spans, [*axis, offset], old):
                if new != before:
                    self.change(span, fixed(new, MAX_DECIMALS))
            if self.placement.scale != 1:
                self.change(scale_span, fixed(scale, MAX_DECIMALS))

    def patch(self):
        """Moves control points: the first three of the five numbers three brackets deep."""
        self.skip()  # the name has a line of its own, so that comments may stand before it
        self.texture()
        depth, numbers = 0, []
        while True:
            self.skip()
            if self.accept("("):
                depth, numbers = depth + 1, []
            elif depth > 0 and self.accept(")"):
                if depth == 3:
                    if len(numbers) != 5:
                        self.fail("expected five numbers in a control point of a patch")
                    self.move_point(numbers[:3])
                depth, numbers = depth - 1, []
            elif depth == 0 and self.accept("}"):
                return
            elif self.here('"'):
                self.quoted()
            else:
                numbers.append(self.number("a value of a patch"))


def on_a_line(points):
    return not any(cross(minus(points[1], points[0]), minus(points[2], points[0])))
