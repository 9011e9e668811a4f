#!/usr/bin/env python3
"""Draws the figures of docs/world.md.

Usage: world.py [FOLDER]

Writes world_*.svg into FOLDER (default: the folder of this script). Skins, gaps and sagittas are drawn many times too
large.
"""

import math
import pathlib
import sys

sys.dont_write_bytecode = True  # write no files except the figures

from drawing import GONE, GOOD, INK, MOVE, NORMAL, SOFT, SOLID, Drawing, add, unit


def push():
    d = Drawing(760, 330, "A mover pushes a row of bodies, each from when the gaps before it are used up")
    words = ("the step begins", "the gap before the first is used up", "both gaps are: all move, up to the wall")
    shifts = ((0, 0, 0), (60, 0, 0), (110, 50, 0))
    for y, title, (mover, first, second) in zip((96, 204, 312), words, shifts):
        d.text((20, y - 68), title, bold=True)
        d.polygon([(20, y), (740, y), (740, y + 10), (20, y + 10)], SOLID)
        d.polygon([(700, y - 44), (740, y - 44), (740, y), (700, y)], SOLID)
        d.line((700, y - 44), (700, y))
        d.polygon([(60 + mover, y - 44), (110 + mover, y - 44), (110 + mover, y), (60 + mover, y)], SOLID, INK)
        d.arrow((72 + mover, y - 22), (102 + mover, y - 22), color=MOVE)
        d.box(170 + first, y - 40, 60, 40)
        d.box(280 + second, y - 40, 60, 40)
        if first:
            for x in (184 + first, 294 + second):
                d.arrow((x, y - 20), (x + 32, y - 20), color=MOVE)
    d.text((60, 49), "mover", size=12)
    for start, end in ((110, 170), (230, 280)):
        d.span((start, 46), (end, 46))
        d.text(((start + end) / 2, 41), str(end - start), anchor="middle", color=SOFT, size=12)
    d.text((400, 62), "Each begins to move when the sum of the\ngaps before it is used up: 60 and 110.", size=12)
    d.text((400, 180), "The order of the arrays has no part in it.", size=12, color=SOFT)
    d.text((400, 280), "At the wall the last one is squeezed, and\nthe rule of the mover decides.", size=12, color=NORMAL)
    return d


def slip():
    d = Drawing(760, 300, "A squeezed body goes on along what it meets while that leads out")
    for left, title, open_gap in ((20, "the gap is open: it slips out", True), (400, "nothing leads out: blocked", False)):
        d.text((left, 24), title, bold=True)
        wall = [(left, 250), (left + 340, 250), (left + 340, 284), (left, 284)]
        d.polygon(wall, SOLID)
        d.line((left, 250), (left + 340, 250))
        if open_gap:
            # The face of the mover leans, so that what it pushes down goes aside.
            face = [(left + 60, 60), (left + 300, 60), (left + 300, 90), (left + 60, 170)]
            d.polygon(face, SOLID, INK)
            d.arrow((left + 150, 70), (left + 150, 104), color=MOVE)
            d.box(left + 150, 182, 66, 66)
            d.line((left + 60, 170), (left + 300, 90), color=NORMAL, width=2)
            d.arrow((left + 222, 215), (left + 300, 215), color=GOOD, width=2.6)
            d.text((left + 228, 186), "the least velocity\nthat both allow", color=GOOD, size=12)
        else:
            d.polygon([(left + 60, 60), (left + 300, 60), (left + 300, 160), (left + 60, 160)], SOLID, INK)
            d.arrow((left + 180, 96), (left + 180, 136), color=MOVE)
            d.box(left + 147, 180, 66, 66)
            d.line((left + 60, 160), (left + 300, 160), color=NORMAL, width=2)
            d.arrow((left + 230, 190), (left + 230, 164), color=NORMAL)
            d.arrow((left + 230, 220), (left + 230, 246), color=NORMAL)
            d.text((left + 244, 200), "two planes that\nface one another:\na squeeze", color=NORMAL, size=12)
        d.text((left + 68, 54), "mover", size=12)
        d.text((left + 10, 272), "does not give way", size=12, color=SOFT)
    d.line((380, 14), (380, 290), color="#cccccc", width=1)
    return d


def on_arc(centre, radius, degrees):
    a = math.radians(degrees)
    return (centre[0] + radius * math.cos(a), centre[1] - radius * math.sin(a))


def turn():
    d = Drawing(760, 320, "A door turns in pieces, and what it carries is in place at the end of each")
    d.text((20, 24), "a door, from above", bold=True)
    pivot = (50, 290)
    radius = 240
    for k, degrees in enumerate((4, 30, 56)):
        tip = on_arc(pivot, radius, degrees)
        across = unit((tip[1] - pivot[1], pivot[0] - tip[0]))
        leaf = [add(pivot, across, 7), add(tip, across, 7), add(tip, across, -7), add(pivot, across, -7)]
        d.polygon(leaf, SOLID, INK if k == 0 else SOFT, 1.5 if k == 0 else 1)
    arc = [on_arc(pivot, radius, 4 + i) for i in range(53)]
    d.line(*arc, color=SOFT, width=1.2, dash="5 4")
    points = [on_arc(pivot, radius, a) for a in (4, 30, 56)]
    for a, b in zip(points, points[1:]):
        d.arrow(a, b, color=MOVE)
    for p in points:
        d.dot(p)
    d.dot(pivot, color=NORMAL)
    d.text((58, 310), "pivot", color=NORMAL)
    middle = on_arc(pivot, radius, 17)
    chord = ((points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2)
    d.line(chord, middle, color=GONE, width=2)
    d.text((middle[0] + 8, middle[1] + 4), "sagitta", color=GONE)
    d.text((268, 118), "arc", color=SOFT)
    d.text((54, 66), "a piece: straight on", color=MOVE, size=12)
    d.line((160, 72), (208, 116), color=MOVE, width=1)
    d.line((380, 14), (380, 306), color="#cccccc", width=1)
    d.text((400, 24), "a rider on a turntable, from above", bold=True)
    centre = (560, 180)
    d.put(f'<circle cx="{centre[0]}" cy="{centre[1]}" r="118" fill="{SOLID}" stroke="{INK}" stroke-width="1.5"/>')
    d.dot(centre, color=NORMAL)
    feet = [on_arc(centre, 84, a) for a in (20, 75)]
    for i, foot in enumerate(feet):
        d.box(foot[0] - 20, foot[1] - 20, 40, 40, dash="4 3" if i == 0 else None)
        d.line(centre, foot, color=SOFT, width=1, dash="4 3")
        d.dot(foot)
    d.line(*[on_arc(centre, 84, a) for a in range(20, 76)], color=MOVE, width=2)
    d.text((470, 216), "The middle of its foot\nturns along. The box\nstays upright.", size=12)
    d.text((400, 312), "World::turned tells by how much the game turns the view.", size=12, color=SOFT)
    return d


def ride():
    d = Drawing(760, 300, "Who is carried, and who stays behind")
    d.text((20, 24), "near enough to be carried", bold=True)
    d.polygon([(20, 270), (20, 250), (150, 250), (150, 270)], SOLID, INK)
    d.box(54, 130, 56, 56)
    d.line((36, 230), (134, 230), color=SOFT, width=1.2, dash="5 4")
    d.line((36, 186), (134, 186), color=GOOD, width=1.2, dash="5 4")
    d.span((124, 230), (124, 250))
    d.text((131, 244), "skin", color=SOFT, size=12)
    d.span((124, 186), (124, 230))
    d.text((131, 212), "reach", color=GOOD, size=12)
    top, base = (200, 160), (370, 270)
    d.polygon([top, base, (200, 270)], SOLID, INK)
    along = unit((base[0] - top[0], base[1] - top[1]))
    normal = (along[1], -along[0])
    corner = add(add(top, along, 92), normal, 20)
    d.line(add(top, normal, 20), add(base, normal, 20), color=SOFT, width=1.2, dash="5 4")
    high = (corner[0], corner[1] - 44)
    d.box(high[0], high[1] - 56, 56, 56)
    d.span(add(top, along, 40), add(add(top, along, 40), normal, 20))
    d.span(high, corner, color=GOOD)
    d.text((corner[0] + 9, high[1] + 26), "reach", color=GOOD, size=12)
    d.text((226, 142), "skin", color=SOFT, size=12)
    d.text((206, 288), "the skin is kept across a slope", size=12, color=SOFT)
    d.line((400, 14), (400, 290), color="#cccccc", width=1)
    d.text((420, 24), "scraped off: the mover goes on", bold=True)
    d.polygon([(640, 60), (670, 60), (670, 206), (640, 206)], SOLID)
    d.line((640, 60), (640, 206), (670, 206))
    d.polygon([(440, 220), (600, 220), (600, 244), (440, 244)], SOLID, SOFT, 1)
    d.polygon([(550, 220), (710, 220), (710, 244), (550, 244)], SOLID, INK)
    d.arrow((470, 262), (610, 262), color=MOVE)
    d.text((470, 280), "train", size=12)
    d.box(470, 150, 56, 66, dash="4 3")
    d.box(578, 150, 56, 66)
    d.arrow((530, 184), (572, 184), color=MOVE)
    d.text((420, 60), "A rider that meets a wall stays\nthere. Only what is squeezed\nbetween two stops a mover.", size=12)
    return d


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    for draw in (push, slip, turn, ride):
        (folder / f"world_{draw.__name__}.svg").write_text(draw().svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
