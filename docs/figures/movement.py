#!/usr/bin/env python3
"""Draws the figures of docs/movement.md.

Usage: movement.py [FOLDER]

Writes movement_*.svg into FOLDER (default: the folder of this script). Skins and gaps are drawn many times too large.
"""

import math
import pathlib
import sys

sys.dont_write_bytecode = True  # write no files except the figures

from drawing import (GONE, GOOD, INK, MOVE, NORMAL, SOFT, SOLID, Drawing, add, dot, meets, sub, unit, without)


def plane_slide():
    d = Drawing(760, 300, "A slide along a plane, with its skin")
    # Left: the hit, and the rest of the way along the plane.
    d.text((20, 24), "hit, and on along the plane", bold=True)
    d.polygon([(20, 230), (370, 230), (370, 288), (20, 288)], SOLID)
    d.line((20, 230), (370, 230))
    d.line((20, 202), (370, 202), color=SOFT, width=1.2, dash="5 4")
    start, way = (50, 76), (252, 210)
    t = (202 - start[1]) / way[1]
    stop = add(start, way, t)
    end = add(start, way)
    d.arrow(start, stop, color=MOVE)
    d.arrow(stop, end, color=GONE, dash="5 4", width=1.8)
    d.arrow(stop, (end[0], 202), color=GOOD, width=2.6)
    for p in (start, stop, (end[0], 202)):
        d.dot(p)
    d.text((60, 72), "start")
    d.text((176, 132), "way to the hit: fraction t")
    d.text((210, 192), "what the plane lets of it", color=GOOD)
    d.text((290, 244), "what is left:\n1 - t", color=GONE, size=12)
    d.span((36, 202), (36, 230))
    d.text((44, 221), "skin", color=SOFT)
    d.text((34, 270), "solid, grown by the box", color=SOFT)
    # Right: the look-ahead.
    d.line((388, 14), (388, 286), color="#cccccc", width=1)
    d.text((408, 24), "the look-ahead", bold=True)
    d.polygon([(408, 230), (744, 230), (744, 288), (408, 288)], SOLID)
    d.line((408, 230), (744, 230))
    d.line((408, 202), (744, 202), color=SOFT, width=1.2, dash="5 4")
    start, end = (430, 110), (600, 216)
    along = unit(sub(end, start))
    hit = add(start, along, (230 - start[1]) / along[1])
    stop = add(start, along, (202 - start[1]) / along[1])
    beyond = add(end, along, 80)
    d.arrow(start, stop, color=MOVE)
    d.arrow(stop, beyond, color=GONE, dash="5 4", width=1.8)
    for p in (start, stop):
        d.dot(p)
    d.dot(end, hollow=True)
    d.dot(hit, color=NORMAL, radius=3)
    d.text((440, 106), "start")
    d.text((540, 132), "the way ends here: nearer to\nthe plane than a skin, not at it", size=12)
    d.line((598, 152), (600, 208), color=SOFT, width=1)
    d.text((630, 222), "traced 32 skins on", color=GONE, size=12)
    d.text((420, 266), "so it is stopped here, in time:\nthe next tick starts with a full skin", size=12)
    d.line((540, 250), add(stop, (-1, 7)), color=SOFT, width=1)
    return d


def sector(apex, a, b, radius):
    """Returns the fan of directions from a to b, radians, as a polygon."""
    steps = 24
    fan = [add(apex, (math.cos(a + (b - a) * i / steps), math.sin(a + (b - a) * i / steps)), radius)
           for i in range(steps + 1)]
    return [apex] + fan


def cone():
    d = Drawing(760, 330, "Two planes, and the cone of the velocities that lead into neither")
    d.text((20, 24), "two planes from above: the cone", bold=True)
    apex = (150, 190)
    # Planes through the body: the floor (n1 points up) and a leaning wall (n2 points right and a little down).
    n1, n2 = (0.0, -1.0), unit((1.0, 0.35))
    along1, along2 = (1.0, 0.0), unit((0.35, -1.0))
    top = add(apex, along2, 150)
    d.polygon([(20, 190), (340, 190), (340, 300), (20, 300)], SOLID)
    d.polygon([(20, top[1]), top, apex, (20, 190)], SOLID)
    d.polygon(sector(apex, math.atan2(along2[1], along2[0]), 0, 120), "#dff0e0")
    d.line(top, apex, add(apex, along1, 190))
    wish = (84, 92)
    best = without(wish, n1)
    d.arrow(apex, add(apex, wish), color=GONE)
    d.line(add(apex, wish), add(apex, best), color=SOFT, dash="4 4", width=1.2)
    d.arrow(apex, add(apex, best), color=GOOD, width=3)
    other = (-70, -95)
    slid = without(other, n2)
    d.arrow(apex, add(apex, other), color=GONE, dash="5 4")
    d.line(add(apex, other), add(apex, slid), color=SOFT, dash="4 4", width=1.2)
    d.arrow(apex, add(apex, slid), color=GOOD, dash="5 4", width=3)
    away = (-70, 74)
    d.arrow(apex, add(apex, away), color=NORMAL)
    d.dot(apex)
    d.text((244, 278), "wish", color=GONE)
    d.text((168, 181), "nearest to it in the cone", color=GOOD, size=12)
    d.text((30, 84), "another\nwish", color=GONE, size=12)
    d.text((190, 126), "nearest to", color=GOOD, size=12)
    d.text((184, 141), "the other", color=GOOD, size=12)
    d.text((262, 100), "the cone:\ninto neither", color=SOFT)
    d.text((28, 276), "a third: nothing\nis left of it", color=NORMAL, size=12)
    d.text((334, 208), "plane 1", anchor="end", size=12)
    d.text((190, 66), "plane 2", size=12, anchor="end")
    # Right: two planes in space, and the line they share.
    d.line((388, 14), (388, 316), color="#cccccc", width=1)
    d.text((408, 24), "in space: their line is left", bold=True)
    near, far = (510, 286), (606, 196)
    left, right = (-96, -120), (140, -34)
    d.polygon([near, far, add(far, left), add(near, left)], SOLID, INK, 1.2)
    d.polygon([near, far, add(far, right), add(near, right)], "#efeadf", INK, 1.2)
    d.line(near, far, width=2.4)
    body = add(near, sub(far, near), 0.22)
    seam = sub(far, near)
    d.arrow(body, add(body, (56, 44)), color=GONE)
    goal = add(body, seam, 0.62)
    d.line(add(body, (56, 44)), goal, color=SOFT, dash="4 4", width=1.2)
    d.arrow(body, goal, color=GOOD, width=3)
    d.dot(body)
    d.text((594, 312), "wish, into both planes", color=GONE, size=12)
    d.text((554, 216), "along", color=GOOD, size=12, anchor="end")
    d.text((544, 231), "their line", color=GOOD, size=12, anchor="end")
    d.text((470, 140), "plane 1", size=12)
    d.text((656, 204), "plane 2", size=12)
    return d


def crevice():
    d = Drawing(760, 340, "The way out of an acute crevice")
    apex, half = (120, 172), math.radians(19)
    up, low = (math.cos(half), -math.sin(half)), (math.cos(half), math.sin(half))
    n_up, n_low = (math.sin(half), math.cos(half)), (math.sin(half), -math.cos(half))  # both point into free space
    far = 420
    d.polygon([apex, add(apex, up, far), (40, 172 - 136.7), (40, 172)], SOLID)
    d.polygon([apex, add(apex, low, far), (40, 172 + 136.7), (40, 172)], SOLID)
    d.line(add(apex, up, far), apex, add(apex, low, far))
    skin = 62
    tip = add(apex, (1, 0), skin / math.sin(half))
    d.line(add(tip, up, 230), tip, add(tip, low, 230), color=SOFT, dash="5 4", width=1.2)
    # Put the body off the middle, closer to the upper plane.
    body = (196, 167)
    for n, name, place in ((n_up, "n1", (6, 2)), (n_low, "n2", (6, 8))):
        end = add(body, n, 58)
        d.arrow(body, end, color=NORMAL, width=1.8)
        d.text(add(end, place), name, color=NORMAL)
    gap_up = dot(sub(body, apex), n_up)
    gap_low = dot(sub(body, apex), n_low)
    mean = unit(add(n_up, n_low))
    distance = max((skin - gap_up) / dot(n_up, mean), (skin - gap_low) / dot(n_low, mean))
    out = add(body, mean, distance)
    d.arrow(body, out, color=GOOD, width=2.8)
    d.dot(body)
    d.dot(out, color=GOOD)
    foot = add(out, n_up, -skin)
    d.span(out, foot)
    d.text(add(foot, (2, 40)), "skin", color=SOFT, anchor="end")
    d.text((236, 184), "mean", color=GOOD, size=12)
    d.text((20, 24), "a wedge of 38 degrees", bold=True)
    d.text((22, 330), "held: nearer to both planes than half a skin", size=12)
    d.line((150, 317), add(body, (-3, 7)), color=SOFT, width=1)
    d.text((540, 60), "For each plane i, at distance d(i):", size=12)
    d.text((540, 84), "gain(i) = n(i) . mean", size=12, color=NORMAL)
    d.text((540, 104), "lacks(i) = skin - d(i)", size=12, color=NORMAL)
    d.text((540, 124), "way = max of lacks(i) / gain(i)", size=12, color=GOOD)
    d.text((540, 160), "The sharper the angle, the smaller\nthe gains and the longer the way.\n"
           "It is gone as far as a trace finds\nit free, and not at all when it is\nlonger than 8 skins.", size=12)
    return d


def edges():
    d = Drawing(760, 290, "Hidden faces and convex edges")
    d.text((20, 24), "hidden faces", bold=True)
    for i, x in enumerate((24, 120, 214)):
        d.polygon([(x, 170), (x + (96, 94, 100)[i], 170), (x + (96, 94, 100)[i], 230), (x, 230)], SOLID, SOFT, 1.2)
    d.line((24, 170), (314, 170), width=2)
    d.arrow((60, 90), (286, 152), color=MOVE)
    d.dot((60, 90))
    for x in (120, 214):
        d.line((x - 6, 194), (x + 6, 206), color=NORMAL, width=2)
        d.line((x - 6, 206), (x + 6, 194), color=NORMAL, width=2)
    d.text((24, 252), "The faces between tiles are inside the solid:\nno trace meets them, and they are never touched.",
           size=12)
    d.line((372, 14), (372, 276), color="#cccccc", width=1)
    d.text((392, 24), "a convex edge", bold=True)
    edge = (560, 150)
    right, left = (1.0, 0.0), unit((-1.0, 1.35))
    d.polygon([edge, add(edge, right, 176), (736, add(edge, left, 106)[1]), add(edge, left, 106)], SOLID)
    d.line(add(edge, left, 106), edge, add(edge, right, 176), width=2)
    d.line(edge, add(edge, right, -110), color=SOFT, dash="5 4", width=1.2)
    d.line(edge, add(edge, left, -84), color=SOFT, dash="5 4", width=1.2)
    body = add(edge, (-4, -15))
    d.arrow(body, add(body, (148, 0)), color=GOOD, width=2.8)
    d.arrow(body, add(body, (84, 52)), color=GONE)
    d.arrow(body, add(body, left, 86), color=GOOD, dash="5 4")
    d.dot(body)
    d.text((640, 186), "wish", color=GONE)
    d.text((688, 126), "plane 1", size=12)
    d.text((500, 208), "plane 2", size=12, anchor="end")
    d.text((392, 60), "Beside the faces both planes are near,\nbut only who is behind both is inside.", size=12)
    d.text((392, 252), "To obey one of them is enough: each is tried\nalone and in pairs, the way that leads furthest is taken.",
           size=12)
    return d


def crest():
    d = Drawing(760, 330, "A stride over a crest, and over the edge of a step")
    d.text((20, 24), "a crest: follow the ground", bold=True)
    top = (190, 120)
    before, after = unit((1.0, -0.28)), unit((1.0, 0.75))
    a, b = add(top, before, -170), add(top, after, 195)
    d.polygon([a, top, b, (b[0], 290), (a[0], 290)], SOLID)
    d.line(a, top, b)
    start = add(top, before, -92)
    end = add(start, before, 182)
    d.line(top, add(top, before, 130), color=SOFT, dash="5 4", width=1.2)
    d.line(top, add(top, after, -138), color=SOFT, dash="5 4", width=1.2)
    ground = meets(end, (0, 1), top, after)
    d.arrow(start, end, color=MOVE)
    d.arrow(end, ground, color=GOOD)
    d.dot(start)
    d.dot(end, hollow=True)
    d.dot(ground, color=GOOD)
    d.text(add(start, (-4, 24)), "from", anchor="end")
    d.text((end[0] + 8, end[1] + 46), "put down,\nhowever far", color=GOOD, size=12)
    d.text((40, 228), "The plane ahead, drawn back, lies above\nwhere the stride began: the planes cross,\n"
           "and the drop before it counts as none.", size=12)
    d.line((388, 14), (388, 316), color="#cccccc", width=1)
    d.text((408, 24), "an edge: a step, or a fall", bold=True)
    lip, low = (560, 120), 250
    d.polygon([(408, 120), lip, (lip[0], low), (744, low), (744, 290), (408, 290)], SOLID)
    d.line((408, 120), lip, (lip[0], low), (744, low))
    d.line(lip, (744, 120), color=SOFT, dash="5 4", width=1.2)
    d.line((408, low), (lip[0], low), color=SOFT, dash="5 4", width=1.2)
    start, end = (470, 120), (652, 120)
    d.arrow(start, end, color=MOVE)
    d.dot(start)
    d.dot(end, hollow=True)
    d.span((470, 128), (470, low), color=NORMAL)
    d.span((652, 128), (652, low), color=NORMAL)
    d.text((478, 178), "drop before", color=NORMAL, size=12)
    d.text((660, 178), "drop here", color=NORMAL, size=12)
    d.text((462, 108), "from")
    d.text((408, 52), "The smaller of the two drops counts:\nup to stepHeight it is a step down,\nabove it the walker falls.", size=12)
    return d


def step():
    d = Drawing(760, 320, "Up, over and down a step")
    floor, tread, riser = 262, 190, 330
    d.polygon([(20, floor), (riser, floor), (riser, tread), (560, tread), (560, 310), (20, 310)], SOLID)
    d.line((20, floor), (riser, floor), (riser, tread), (560, tread))
    skin, width, height = 10, 70, 104
    at = (riser - skin - width, floor - skin - height)
    lift = 84  # stepHeight
    up = (at[0], at[1] - lift)
    over = (at[0] + 132, up[1])
    down = (over[0], tread - skin - height)
    d.box(*at, width, height)
    d.box(*up, width, height, fill="none", dash="4 4")
    d.box(*over, width, height, fill="none", dash="4 4")
    d.box(*down, width, height)

    def middle(corner):
        return (corner[0] + width / 2, corner[1] + height / 2)
    d.arrow(middle(at), middle(up), color=MOVE)
    d.arrow(middle(up), middle(over), color=MOVE)
    d.arrow(middle(over), middle(down), color=MOVE)
    d.text((278, 140), "1", color=MOVE, bold=True, anchor="end")
    d.text((340, 114), "2", color=MOVE, bold=True)
    d.text((424, 126), "3", color=MOVE, bold=True)
    d.span((214, floor - skin), (214, floor - skin - lift))
    d.text((206, 214), "stepHeight", color=SOFT, anchor="end")
    d.line((riser, floor), (540, floor), color=SOFT, dash="5 4", width=1.2)
    d.span((520, floor), (520, tread), color=NORMAL)
    d.text((512, 232), "rise", color=NORMAL, anchor="end")
    d.text((30, floor + 22), "the ground's plane: its height counts,\nnot that of the box over it", color=SOFT, size=12)
    d.text((580, 40), "1 up by stepHeight,\nor to the ceiling", size=12)
    d.text((580, 84), "2 over, as far as the time\nallows, and at least\n1/64 unit onto the step", size=12)
    d.text((580, 144), "3 down to a contact on\nground to walk on", size=12)
    d.text((580, 196), "Taken when the rise, from\nplane to contact, is no more\nthan stepHeight.", size=12, color=NORMAL)
    d.text((580, 262), "Otherwise the riser is a wall.", size=12)
    return d


def landing():
    d = Drawing(830, 340, "The chord of a parabola, and a landing that divides the tick")
    start, v, pull, whole = (60, 70), (230, -84), (0, 300), 1.5

    def fly(t):
        return (start[0] + v[0] * t, start[1] + v[1] * t + pull[1] * t * t / 2)
    d.text((20, 24), "one tick in the air, and a landing", bold=True)
    end = fly(whole)
    chord = unit(sub(end, start))
    low, slope = (150, 300), unit((1.0, -0.34))
    d.polygon([(low[0] - 110, low[1] + 37.4), add(low, slope, 450), (add(low, slope, 450)[0], 330), (40, 330)], SOLID)
    d.line((low[0] - 110, low[1] + 37.4), add(low, slope, 450))
    contact = meets(start, chord, low, slope)
    part = (contact[0] - start[0]) / (end[0] - start[0])
    d.line(*[fly(whole * i / 40) for i in range(41)], color=SOFT, dash="5 4", width=1.4)
    d.line(contact, end, color=MOVE, width=1.4, dash="5 4")
    d.arrow(start, contact, color=MOVE)
    normal = (slope[1], -slope[0])
    speed = add(v, pull, whole * part)
    scale = 0.24
    arrow_end = add(contact, speed, scale)
    kept = without(speed, normal)
    d.arrow(contact, arrow_end, color=GONE, width=1.8)
    d.line(arrow_end, add(contact, kept, scale), color=NORMAL, dash="4 4", width=1.4)
    d.arrow(contact, add(contact, kept, scale), color=GOOD, width=3)
    d.dot(start)
    d.dot(contact)
    d.dot(end, hollow=True)
    d.text((24, 58), "t = 0")
    d.text((206, 46), "the parabola", color=SOFT, size=12)
    d.text((108, 136), "its chord", color=MOVE, size=12, anchor="end")
    d.text(add(end, (12, 5)), "t = T, without the ground", size=12)
    d.text((594, 60), "The trace goes along the chord, by\nvelocity + gravity T / 2. So a tick's\nend "
           "is the parabola's, for any T.", size=12, color=MOVE)
    d.text((594, 126), "At the contact, t = f T, the velocity\nis v + gravity f T. What leads into\n"
           "the ground is the landing's speed;\nthe rest goes on.", size=12, color=GONE)
    d.text((594, 206), "For the (1 - f) T that are left the\nbox walks.", size=12, color=GOOD)
    d.text((252, 316), "ground", color=SOFT)
    return d


FIGURES = {"plane": plane_slide, "cone": cone, "crevice": crevice, "edges": edges, "crest": crest, "step": step,
           "landing": landing}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in FIGURES.items():
        (folder / f"movement_{name}.svg").write_text(draw().svg(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
