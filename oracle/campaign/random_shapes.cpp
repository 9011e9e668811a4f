#include "oracle/campaign/random_shapes.hpp"

#include <array>
#include <cmath>
#include <span>

#include "oracle/base/random_boxes.hpp"
#include "oracle/judge/compare_trace.hpp"
#include "oracle/solids/turned_model.hpp"

namespace hullbake::oracle {

namespace {

Vec3 randomAngles(SplitMix& random) {
    Vec3 angles{random.range(-180, 180), random.range(-180, 180), random.range(-180, 180)};
    if (random.chance(0.3))
        for (int a = 0; a < 3; ++a) angles[a] = std::round(angles[a] / 45) * 45;
    return angles;
}

Shape drawCylinder(double radius, const Vec3& centre, SplitMix& random) {
    const double half = random.chance(0.3) ? 1 + static_cast<double>(random.index(40)) : random.range(0.2, 60);
    const Shape shape = Shape::cylinder(radius, half, centre);
    return random.chance(0.5) ? shape : shape.turned(randomAngles(random));
}

/// Draws a polygon or a solid. Sets whose points all lie on one line are cast as boxes without thickness.
void drawSet(SplitMix& random, ConvexShape& convex) {
    constexpr std::size_t kMost = 16;
    do {
        const double size = random.range(1, 30);
        const bool flat = random.chance(0.2), whole = random.chance(0.4);
        const std::size_t count = random.chance(0.1) ? 10 + random.index(kMost - 9) : 4 + random.index(6);
        std::array<Vec3, kMost> points;
        for (std::size_t i = 0; i < count; ++i) {
            Vec3& p = points[i];
            p = random.direction() * random.range(0.3 * size, size);
            if (flat) p.z = 0;
            for (int a = 0; a < 3 && whole; ++a) p[a] = std::round(p[a]);
        }
        prepare(std::span(points).first(count), convex);
    } while (convex.extent != ConvexExtent::Polygon && convex.extent != ConvexExtent::Solid);
}

Shape drawShape(ShapeForm form, SplitMix& random, ConvexShape& convex) {
    if (form == ShapeForm::ConvexSet) {
        drawSet(random, convex);
        const Shape shape = Shape::of(convex);
        return random.chance(0.5) ? shape : shape.turned(randomAngles(random));
    }
    const double radius =
        random.chance(0.3) ? 1 + static_cast<double>(random.index(40)) : std::pow(10, random.range(-1, 1.7));
    const Vec3 centre = random.chance(0.5) ? Vec3{} : random.direction() * random.range(0, 16);
    if (form == ShapeForm::Ball) return Shape::ball(radius, centre);
    if (form == ShapeForm::Capsule) {
        const Vec3 core = random.chance(0.5) ? Vec3{0, 0, 1 + static_cast<double>(random.index(56))}
                                             : random.direction() * random.range(0.5, 80);
        return Shape::capsule(centre, centre + core, radius);
    }
    if (form == ShapeForm::Cylinder) return drawCylinder(radius, centre, random);
    constexpr std::size_t kBoxes = 12;  // as many kinds as randomBoxes has
    Shape shape = Shape::box(randomBoxes(random.next(), kBoxes)[1 + random.index(kBoxes - 1)]);
    const auto kind = static_cast<TurnKind>(1 + random.index(kTurnKinds - 1));
    const Transform turn = randomTransform(kind, {}, random);
    for (int i = 0; i < 3; ++i) shape.axes[i] = turn.axes[i];
    return shape;
}

Segment wayToCorner(const MapModel& model, double radius, SplitMix& random) {
    const BareBrush& brush = model.solids[random.index(model.solids.size())].brush;
    const Vec3& corner = brush.vertices[random.index(brush.vertices.size())];
    const Vec3& other = brush.vertices[random.index(brush.vertices.size())];
    const bool fromOutside = random.chance(0.5);  // so that it is the corner or edge that is met first
    const Vec3 aim = random.chance(fromOutside ? 0.8 : 0.5) ? corner : corner + (other - corner) * random.unit();
    Segment way;
    way.end = aim + random.direction() * random.range(0, (fromOutside ? 0.3 : 0.7) * radius);
    Vec3 back = random.direction();
    if (fromOutside) {
        Vec3 middle;
        for (const Vec3& v : brush.vertices) middle = middle + v * (1 / static_cast<double>(brush.vertices.size()));
        back = normalized(normalized(corner - middle) + back * 0.5);
    }
    way.start = way.end + back * random.range(radius, radius + 100);
    return way;
}

Segment wayAnywhere(const Box& bounds, SplitMix& random) {
    Segment way;
    for (int a = 0; a < 3; ++a) way.start[a] = random.range(bounds.mins[a] - 40, bounds.maxs[a] + 40);
    const double size = std::pow(10, random.range(-2, 2.8));
    way.end = way.start + random.direction() * size;
    if (random.chance(0.3)) {
        way.end = way.start;
        way.end[static_cast<int>(random.index(3))] += random.chance(0.5) ? size : -size;
    }
    if (random.chance(0.3))
        for (int a = 0; a < 3; ++a) way.start[a] = std::round(way.start[a]), way.end[a] = std::round(way.end[a]);
    return way;
}

std::string numberText(double value) {
    const std::string all = text({value, 0, 0});
    return all.substr(0, all.find(','));
}

}  // namespace

std::string_view shapeFormName(ShapeForm form) {
    constexpr std::array<std::string_view, kShapeForms> kNames = {"ball", "capsule", "turned box", "cylinder",
                                                                  "convex set"};
    return kNames[static_cast<std::size_t>(form)];
}

Shape randomShape(ShapeForm form, SplitMix& random, ConvexShape& convex) {
    for (;;)  // the largest boxes do not fit the limit when they are turned
        if (const Shape shape = drawShape(form, random, convex); shape.valid()) return shape;
}

std::string shapeText(const Shape& shape) {
    if (shape.kind == ShapeKind::Ball)
        return "ball of radius " + numberText(shape.radius) + " around " + text(shape.centre);
    if (shape.kind == ShapeKind::Capsule)
        return "capsule of radius " + numberText(shape.radius) + " from " + text(shape.ends[0]) + " to " +
               text(shape.ends[1]);
    if (shape.kind == ShapeKind::Cylinder)
        return "cylinder of radius " + numberText(shape.radius) + " and half height " + numberText(shape.halfHeight) +
               " around " + text(shape.centre) + ", axis " + text(shape.axes[2]);
    if (shape.kind == ShapeKind::Convex) {
        std::string points;
        for (unsigned i = 0; i < shape.convex->cornerCount; ++i)
            points += (i > 0 ? "; " : "") + text(shape.convex->corners[i]);
        return "convex set " + points + ", axes " + text(shape.axes[0]) + " and " + text(shape.axes[1]);
    }
    return "box of half size " + text(shape.half) + " around " + text(shape.centre) + ", axes " + text(shape.axes[0]) +
           " and " + text(shape.axes[1]);
}

Segment randomWay(const MapModel& model, const Box& bounds, double radius, SplitMix& random) {
    return random.chance(0.5) ? wayAnywhere(bounds, random) : wayToCorner(model, radius, random);
}

}  // namespace hullbake::oracle
