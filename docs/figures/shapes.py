#!/usr/bin/env python3
"""Draws the figures of docs/shapes.md.

Usage: shapes.py [FOLDER]

Writes shapes_*.svg into FOLDER (default: the folder of this script).
"""

import math
import pathlib
import sys

sys.dont_write_bytecode = True  # write no files except the figures

from drawing import BODY, GONE, GOOD, INK, MOVE, NORMAL, SOFT, SOLID, Drawing, add, dot, meets, sub, unit


def hull(points):
    """Returns the corners of the convex hull, in order around it."""
    points = sorted(set(points))

    def half(run):
        chain = []
        for p in run:
            while len(chain) > 1 and turn(chain[-2], chain[-1], p) <= 1e-9:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(points) + half(points[::-1])


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def farthest(points, way):
    return max(points, key=lambda p: dot(p, way))


def moved(points, by):
    return [add(p, by) for p in points]


def arc(centre, radius, start, end, steps=32):
    """Returns a path around the centre from one angle to another, radians."""
    return [add(centre, (math.cos(start + (end - start) * i / steps), math.sin(start + (end - start) * i / steps)),
                radius) for i in range(steps + 1)]


def sums():
    d = Drawing(760, 330, "A brush, a body, and their sum: the origins at which they overlap")
    brush = [(80, 220), (190, 220), (130, 120)]
    body = [(-28, 18), (28, 18), (28, -18), (-28, -18)]
    d.text((20, 24), "a brush and a body, with its origin", bold=True)
    d.polygon(brush, SOLID, INK)
    d.text((108, 206), "brush")
    d.polygon(moved(body, (290, 100)), BODY, MOVE)
    d.dot((290, 100), color=MOVE)
    d.text((250, 140), "body, origin", color=MOVE)
    d.line((368, 14), (368, 316), color="#cccccc", width=1)
    d.text((388, 24), "the sum with the reflected body", bold=True)
    shift = (390, 20)
    moved_brush = moved(brush, shift)
    total = hull([sub(p, q) for p in moved_brush for q in body])
    d.polygon(total, "#f3efe6", INK, 1.8)
    d.polygon(moved_brush, SOLID, SOFT)
    top = moved_brush[2]
    touching = sub(top, (0, 18))
    touching = add(touching, (18, 0))
    d.polygon(moved(body, touching), BODY, MOVE)
    d.dot(touching, color=MOVE)
    d.text((touching[0] + 36, touching[1] - 8), "touching: the origin\nis on the sum's surface", color=MOVE, size=12)
    d.text((455, 310), "a point in the sum = a body in the brush", color=SOFT)
    d.text((20, 262), "sum of brush P and reflected body -B:\nall p - b with p of P and b of B.\nA way of the body is a line for the point.",
           color=SOFT, size=12)
    return d


def supports():
    d = Drawing(760, 320, "Support functions: how far a body reaches along a direction")
    way = unit((0.8, -0.6))
    across = (-way[1], way[0])
    panels = (
        (130, "box: half sides", [(-50, 30), (50, 30), (50, -30), (-50, -30)], 0),
        (375, "capsule: core, then radius", [(-30, 34), (30, -34)], 26),
        (620, "convex set: its corners", hull([(-52, 10), (-20, 44), (34, 36), (50, -14), (4, -46)]), 0))
    for x, name, core, radius in panels:
        centre = (x, 170)
        d.text((x - 108, 24), name, bold=True)
        points = moved(core, centre)
        if radius:
            along = unit(sub(core[1], core[0]))
            angle = math.atan2(along[1], along[0])
            outline = arc(points[1], radius, angle - math.pi / 2, angle + math.pi / 2)
            outline += arc(points[0], radius, angle + math.pi / 2, angle + math.pi * 3 / 2)
            d.polygon(outline, BODY, MOVE)
            d.line(*points, color=MOVE, dash="5 4")
        else:
            d.polygon(points, BODY, MOVE)
        reach = farthest(points, way)
        if radius:
            d.arrow(reach, add(reach, way, radius), color=GOOD, width=1.8, head=7)
        last = add(reach, way, radius)
        d.line(add(last, across, 62), add(last, across, -62), color=NORMAL)
        d.dot(centre)
        level = dot(sub(last, centre), way)
        d.arrow(centre, add(centre, way, level), color=NORMAL, width=1.8)
        d.dot(last, color=GOOD)
    d.text((20, 284), "The support h(n) is the distance from the origin to the last plane across n that the body touches.",
           color=NORMAL)
    d.text((20, 306), "Of a sum it is the sum of both. So two bodies are apart along n by -(hA(n) + hB(-n)): one number proves it.")
    return d


def capsule_edge():
    d = Drawing(760, 330, "A ball or capsule meets an edge: the sum is round there")
    corner = (250, 190)
    radius = 60
    d.text((20, 24), "seen along the edge of a brush", bold=True)
    d.polygon([(20, 190), corner, (250, 316), (20, 316)], SOLID, INK)
    d.line((20, 190 - radius), (250, 190 - radius), color=GOOD, width=2.2)
    d.line(*arc(corner, radius, -math.pi / 2, 0), color=GOOD, width=2.2)
    d.line((250 + radius, 190), (250 + radius, 316), color=GOOD, width=2.2)
    d.line((20, 190 - radius), (250 + radius, 190 - radius), (250 + radius, 316), color=GONE, width=1.2, dash="5 4")
    d.text((24, 122), "face, moved by the radius", color=GOOD, size=12)
    d.text((322, 300), "face, moved", color=GOOD, size=12)
    d.text((336, 120), "planes alone would stop\na body too early here", color=GONE, size=12)
    start, way = (400, 50), unit((-1.0, 0.62))
    # Where the line is a radius from the edge: least root of the square.
    offset = sub(start, corner)
    b = dot(offset, way)
    t = -b - math.sqrt(b * b - (dot(offset, offset) - radius * radius))
    stop = add(start, way, t)
    d.arrow(start, stop, color=MOVE)
    d.dot(start)
    d.dot(stop, color=MOVE)
    d.line(*arc(stop, radius, 0, 2 * math.pi, 64), color=MOVE, dash="3 3", width=1.2)
    d.dot(corner, color=NORMAL)
    d.arrow(corner, add(stop, unit(sub(stop, corner)), -6), color=NORMAL, width=1.8)
    d.text((410, 56), "the core's way")
    d.text((130, 208), "edge: the contact", color=NORMAL, size=12)
    d.line((520, 14), (520, 316), color="#cccccc", width=1)
    d.text((540, 24), "pieces of the sum", bold=True)
    d.text((540, 52), "ball at a face: a plane\nball at an edge: a cylinder\nball at a corner: a ball\n\n"
           "capsule: the same at both ends\nof its core, and for each edge\na parallelogram, for each corner\na cylinder along the core",
           size=12)
    d.text((540, 214), "A line enters a union at the least\nof the entries. Every piece lies in\nthe sum, so none is met too early:\n"
           "there is nothing to decide\nbut the least of some roots.", color=SOFT, size=12)
    return d


def portal():
    d = Drawing(760, 340, "A portal is refined until no support lies beyond it")
    body = hull([(-120, 40), (-70, 100), (30, 112), (110, 60), (128, -30), (70, -96), (-40, -104), (-112, -50)])
    inner, target = (-38, 30), (0, 0)
    for column, steps in enumerate((0, 1)):
        centre = (190 + 380 * column, 190)
        shape = moved(body, centre)
        d.polygon(shape, "#f3efe6", INK)
        origin, inside = add(centre, target), add(centre, inner)
        ray = unit(sub(origin, inside))
        # The portal: two corners on both sides of the ray.
        left, right = farthest(shape, (-0.2, -1.0)), farthest(shape, (1.0, 0.62))
        for _ in range(steps):
            normal = outward(left, right, inside)
            support = farthest(shape, normal)
            if turn(inside, origin, support) * turn(inside, origin, left) > 0:
                left = support
            else:
                right = support
        normal = outward(left, right, inside)
        support = farthest(shape, normal)
        d.line(inside, add(inside, ray, 210), color=SOFT, dash="5 4")
        d.line(inside, left, color=MOVE, width=1.2)
        d.line(inside, right, color=MOVE, width=1.2)
        d.line(left, right, color=MOVE, width=3)
        middle = meets(inside, ray, left, sub(right, left))
        d.arrow(middle, add(middle, normal, 46), color=NORMAL)
        for p in (left, right):
            d.dot(p, color=MOVE)
        d.dot(support, color=GOOD, radius=5)
        d.dot(origin, color=NORMAL)
        d.dot(inside)
        d.text(add(inside, (-16, 20)), "inside", size=12)
        d.text(add(origin, (-4, -10)), "origin", color=NORMAL, size=12, anchor="end")
        d.text((20 + 380 * column, 24), ("1. a portal that the ray passes", "2. its farthest support is a new corner")[column],
               bold=True)
    d.line((380, 14), (380, 308), color="#cccccc", width=1)
    d.text((20, 330), "blue: the portal; green: the support along its normal; grey: the ray from inside through the origin",
           color=SOFT, size=12)
    return d


def outward(left, right, inside):
    """Returns the unit normal of a portal that leads away from the point inside."""
    along = unit(sub(right, left))
    normal = (along[1], -along[0])
    return normal if dot(sub(left, inside), normal) > 0 else (-normal[0], -normal[1])


FIGURES = {"shapes_sum": sums, "shapes_support": supports, "shapes_edge": capsule_edge, "shapes_portal": portal}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in FIGURES.items():
        (folder / f"{name}.svg").write_text(draw().svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
