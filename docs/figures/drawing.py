"""Line drawings as SVG: dark strokes on white. The same calls give the same bytes."""

import math

INK, SOFT, SOLID, BODY = "#222222", "#6b6b6b", "#e4dfd3", "#cfe0f5"
MOVE, NORMAL, GONE, GOOD = "#1b5faa", "#a8321e", "#8a5a00", "#1f7a33"
LABEL_SIZE = 13


def number(value):
    """Formats a number with at most two decimals and no negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def places(points):
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# Vectors are pairs (x, y). y points down, as in the picture.
def add(a, b, times=1.0):
    return (a[0] + b[0] * times, a[1] + b[1] * times)


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def unit(a):
    size = math.hypot(*a)
    return (a[0] / size, a[1] / size)


def without(a, normal):
    """Projects `a` onto the plane with this unit normal."""
    return add(a, normal, -dot(a, normal))


def meets(p, way, q, other):
    """Returns the intersection of the line from p along `way` and the line from q along `other`."""
    t = ((q[0] - p[0]) * other[1] - (q[1] - p[1]) * other[0]) / (way[0] * other[1] - way[1] * other[0])
    return add(p, way, t)


class Drawing:
    def __init__(self, width, height, title):
        self.width, self.height, self.title = width, height, title
        self.lines = []

    def put(self, line):
        self.lines.append(line)

    def polygon(self, points, fill, stroke="none", width=1.5):
        self.put(f'<polygon points="{places(points)}" fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"/>')

    def line(self, *points, color=INK, width=1.5, dash=None):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.put(f'<polyline points="{places(points)}" fill="none" stroke="{color}" stroke-width="{number(width)}"'
                 f"{dashes}/>")

    def arrow(self, start, end, color=INK, width=2.2, dash=None, head=9.0):
        along = unit(sub(end, start))
        across = (-along[1], along[0])
        neck = add(end, along, -head)
        self.line(start, neck, color=color, width=width, dash=dash)
        self.polygon([end, add(neck, across, head * 0.42), add(neck, across, -head * 0.42)], color)

    def span(self, start, end, color=SOFT):
        """Draws a dimension: a line with a bar at each end."""
        along = unit(sub(end, start))
        across = (-along[1] * 5, along[0] * 5)
        self.line(start, end, color=color, width=1.2)
        for p in (start, end):
            self.line(add(p, across), add(p, across, -1), color=color, width=1.2)

    def dot(self, at, color=INK, radius=4.0, hollow=False):
        fill = "#ffffff" if hollow else color
        self.put(f'<circle cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}" fill="{fill}" '
                 f'stroke="{color}" stroke-width="1.5"/>')

    def text(self, at, words, color=INK, anchor="start", bold=False, size=LABEL_SIZE):
        weight = ' font-weight="bold"' if bold else ""
        for i, words_of_line in enumerate(words.split("\n")):
            self.put(f'<text x="{number(at[0])}" y="{number(at[1] + i * (size + 3))}" fill="{color}" '
                     f'text-anchor="{anchor}" font-size="{size}"{weight}>{escaped(words_of_line)}</text>')

    def box(self, x, y, width, height, stroke=MOVE, fill=BODY, dash=None):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.put(f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
                 f'fill="{fill}" fill-opacity="0.8" stroke="{stroke}" stroke-width="1.5"{dashes}/>')

    def svg(self):
        head = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                f'viewBox="0 0 {self.width} {self.height}" font-family="sans-serif">',
                f"<title>{escaped(self.title)}</title>",
                f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>']
        return "\n".join(head + self.lines + ["</svg>"]) + "\n"
