#include "brushes/cylinder_body.hpp"

#include "brushes/corners_near.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

/// A line and the pieces of a brush grown by a cylinder.
class CylinderLine {
  public:
    CylinderLine(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta, double inset)
        : brush_(brush),
          body_(body),
          start_(start),
          delta_(delta),
          centre_(start + body.centre()),
          axis_(body.axis),
          way_(splitBy(axis_, delta)),
          inset_(inset),
          radius_(body.radius - inset),
          half_(std::max(body.halfHeight - inset, 0.0)) {}

    LinePart run() {
        LinePart limits = withinBounds();
        if (limits.empty()) return {};
        addCorners();
        addEdges();
        addFaces();
        clipBySidesNotGrown(brush_, start_, delta_, inset_, limits);
        found_.intersect(limits);
        return found_.empty() ? LinePart{} : found_;
    }

    // As run(), for brushes whose sides are all grown, without what is touched outside of the window only.
    LinePart runIn(const CornersNear& near) {
        near_ = &near;
        const LinePart limits = withinBounds();
        if (limits.empty()) return {};
        addCorners();
        addEdges();
        addFaces();
        found_.intersect(limits);
        return found_;
    }

  private:
    // Returns the part within the planes of the faces and of both discs, moved out as far as the cylinder reaches: a
    // superset.
    LinePart withinBounds() const {
        LinePart part = kWholeLine;
        for (const SideRecord& face : brush_.faces()) {
            if (!isGrown(face)) continue;
            const Vec3 normal = vectorOf(face.normal);
            const AxisSplit split = splitBy(axis_, normal);
            const double reach = body_.halfHeight * std::fabs(split.along) + body_.radius * split.size;
            clipPart(heightOver(face, centre_) - reach + inset_, dot(normal, delta_), part);
        }
        for (const double sign : {1.0, -1.0}) {
            const double top = reachAlong(brush_, axis_ * sign) + body_.halfHeight;
            clipPart(sign * dot(centre_, axis_) - top + inset_, sign * way_.along, part);
        }
        return part;
    }

    void add(const LinePart& part) {
        if (!(part.enter <= part.leave)) return;
        found_.include(part.enter);
        found_.include(part.leave);
    }

    // Returns the part on which low <= at + t * rise <= high.
    static LinePart between(double at, double rise, double low, double high) {
        LinePart part = kWholeLine;
        clipPart(at - high, rise, part);
        clipPart(low - at, -rise, part);
        return part;
    }

    // Returns the part on which a vector that moves is shorter than the radius.
    static LinePart within(const Vec3& from, const Vec3& delta, double radius) {
        if (dot(delta, delta) > 0) return partNearOrigin(from, delta, radius);
        return length(from) < radius ? kWholeLine : LinePart{};
    }

    void addCorners() {
        for (std::uint32_t i = 0; i < brush_.cornerCount(); ++i) {
            if (near_ != nullptr && near_->skipsCorner(i)) continue;
            const AxisSplit from = splitBy(axis_, centre_ - brush_.corner(i));
            LinePart part = within(from.across, way_.across, radius_);
            part.intersect(between(from.along, way_.along, -half_, half_));
            add(part);
        }
    }

    void addEdges() {
        for (std::uint32_t i = 0; i < brush_.edgeCount(); ++i) {
            const EdgeRecord edge = brush_.edge(i);
            if (near_ != nullptr && near_->skipsEdge(edge)) continue;
            const Vec3 from = brush_.corner(edge.corners[0]), along = brush_.corner(edge.corners[1]) - from;
            const AxisSplit split = splitBy(axis_, along);
            const bool level = std::fabs(split.along) <= kLevel * length(along);
            for (const double end : {half_, -half_}) {
                const Vec3 disc = centre_ + axis_ * end - from;
                if (level)
                    addFlatEdge(disc, along);
                else
                    addSweptCircle(disc, split);
                if (half_ == 0) break;
            }
            addSide(from, along);
        }
    }

    // The circle swept along an edge. Its centre is where the edge passes the height of the disc.
    void addSweptCircle(const Vec3& disc, const AxisSplit& edge) {
        const AxisSplit from = splitBy(axis_, disc);
        LinePart part = within(from.across * edge.along - edge.across * from.along,
                               way_.across * edge.along - edge.across * way_.along, radius_ * std::fabs(edge.along));
        part.intersect(between(from.along, way_.along, std::min(0.0, edge.along), std::max(0.0, edge.along)));
        add(part);
    }

    void addFlatEdge(const Vec3& disc, const Vec3& edge) {
        const Vec3 up = cross(cross(edge, axis_), edge);
        const double rise = dot(up, delta_), square = dot(edge, edge);
        if (rise == 0 || !(square > 0)) return;
        const double t = -dot(up, disc) / rise;
        const Vec3 at = disc + delta_ * t;
        if (length(at - edge * std::clamp(dot(at, edge) / square, 0.0, 1.0)) <= radius_) found_.include(t);
    }

    // The cylinder's side touches an edge: a parallelogram on both sides.
    void addSide(const Vec3& from, const Vec3& along) {
        const Vec3 core = axis_ * (2 * half_), foot = centre_ - axis_ * half_ - from;
        const Vec3 normal = cross(along, core);
        const double size = length(normal);
        if (!(size > 0)) return;
        const double rise = dot(normal, delta_) / size, height = dot(normal, foot) / size;
        if (rise == 0) return;
        for (const double side : {radius_, -radius_}) {
            const double t = (side - height) / rise;
            const Vec3 at = foot + delta_ * t - normal * (side / size);
            const double onEdge = dot(cross(at, core), normal), onCore = dot(cross(at, along), normal);
            if (onEdge >= 0 && onEdge <= size * size && onCore >= 0 && onCore <= size * size) found_.include(t);
        }
    }

    void addFaces() {
        const auto faces = brush_.faces();
        for (std::size_t i = 0; i < faces.size(); ++i) {
            const Vec3 normal = vectorOf(faces[i].normal);
            const double rise = dot(normal, delta_);
            if (rise == 0) continue;
            const AxisSplit split = splitBy(axis_, normal);
            const double reach = half_ * std::fabs(split.along) + radius_ * split.size;
            const double t = (reach - heightOver(faces[i], centre_)) / rise;
            if (found_.holds(t) || (near_ != nullptr && !near_->window.holds(t))) continue;
            const Vec3 at = centre_ + delta_ * t;
            const Vec3 rim = split.size > 0 ? split.across * (radius_ / split.size) : Vec3{};
            const Vec3 end = axis_ * (split.along < 0 ? -half_ : half_);
            // A face along the axis is touched by both ends of a side, one square to it by the whole disc.
            const bool touches = isOnFace(i, at - rim - end) ||
                                 (std::fabs(split.along) <= kLevel && isOnFace(i, at - rim + end)) ||
                                 (split.size <= kLevel && isOnFace(i, at - end));
            if (touches) found_.include(t);
        }
    }

    bool isOnFace(std::size_t face, const Vec3& p) const {
        const auto faces = brush_.faces();
        for (std::size_t i = 0; i < faces.size(); ++i)
            if (i != face && heightOver(faces[i], p) > 0) return false;
        return true;
    }

    const BrushShape& brush_;
    const RoundBody& body_;
    const Vec3 &start_, &delta_;
    Vec3 centre_, axis_;
    AxisSplit way_;
    double inset_, radius_, half_;
    LinePart found_;
    const CornersNear* near_ = nullptr;
};

}  // namespace

LinePart partInCylinder(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta,
                        double inset) {
    return CylinderLine(brush, body, start, delta, inset).run();
}

LinePart partOfCylinderNear(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta,
                            double inset, const CornersNear& near) {
    return CylinderLine(brush, body, start, delta, inset).runIn(near);
}

}  // namespace hullbake::detail
