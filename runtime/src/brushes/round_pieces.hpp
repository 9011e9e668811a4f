// The pieces of a brush grown by a ball or capsule, and where a line meets each of them.
//
// In: a brush, a body and a line. Out: the part of the line within the pieces that are asked, for one or more radii at
// once. Pieces lie inside the grown brush, so any of them may be asked; round_body.hpp says which there are.
#pragma once

#include "brushes/line_part.hpp"
#include "brushes/round_body.hpp"

namespace hullbake::detail {

/// Lines from a point, for tests that rule out that they come near. Rounding never makes them rule out too much.
class FarLine {
  public:
    FarLine(const Vec3& delta, double radius)
        : delta_(delta), deltaSquare_(dot(delta, delta)), square_(radius * radius) {}

    /// Returns true if the line from `from` along `way` stays farther from the origin than the radius.
    bool passes(const Vec3& from, const Vec3& way) const {
        const double along = dot(from, way), whole = dot(from, from), speed = dot(way, way);
        return whole * speed - along * along > square_ * speed + kRoom * whole * speed;
    }
    /// Returns true if the line from `from` along delta stays farther than the radius from the line through the origin
    /// along `axis`.
    bool passes(const Vec3& from, const Vec3& axis, double axisSquare) const {
        const Vec3 normal = cross(axis, delta_);
        const double height = dot(from, normal);
        return height * height > (1 + kShare) * square_ * dot(normal, normal) +
                                     kRoom * kRoom / kShare * dot(from, from) * axisSquare * deltaSquare_;
    }

  private:
    static constexpr double kRoom = 1e-12;  // many roundings
    static constexpr double kShare = 1e-3;
    const Vec3& delta_;
    double deltaSquare_, square_;
};

/// What is found of a line in pieces, for one or two radii at once.
class FoundPieces {
  public:
    /// `insets`: what each radius is less than the body's, in ascending order; `count` of them, at most two.
    FoundPieces(const RoundBody& body, const Vec3& delta, const double* insets, int count)
        : delta_(delta), count_(count), far_(delta, body.radius - insets[0]) {
        for (int k = 0; k < count; ++k) radii_[k] = body.radius - insets[k];
    }

    const LinePart& found(int k = 0) const { return found_[k]; }

    /// A ball around the origin. The line comes from `from`.
    void addBall(const Vec3& from) {
        if (far_.passes(from, delta_)) return;
        const NearOrigin near(from, delta_);
        for (int k = 0; k < count_; ++k) {
            const LinePart part = near.within(radii_[k]);
            if (part.empty()) continue;
            found_[k].include(part.enter);
            found_[k].include(part.leave);
        }
    }

  protected:
    const Vec3& delta_;
    int count_;
    double radii_[2];
    FarLine far_;
    LinePart found_[2];
};

class RoundPieces : public FoundPieces {
  public:
    RoundPieces(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta,
                const double* insets, int count)
        : FoundPieces(body, delta, insets, count), brush_(brush), body_(body), start_(start) {}

    const RoundBody& body() const { return body_; }
    const Vec3& start() const { return start_; }
    const Vec3& delta() const { return delta_; }
    double largest() const { return radii_[0]; }
    Vec3 centreAt(int end) const { return start_ + body_.ends[end]; }

    /// Where the ball touches a face, its centre is the radius above a point of the face. Leaves out what lies outside
    /// of the window.
    void addFace(std::size_t i, const Vec3& centre, const LinePart& window) {
        const format::SideRecord& face = brush_.faces()[i];
        const Vec3 normal = vectorOf(face.normal);
        const double rise = dot(normal, delta_);
        if (rise == 0) return;
        const double height = heightOver(face, centre);
        for (int k = 0; k < count_; ++k) {
            const double t = (radii_[k] - height) / rise;
            if ((t >= found_[k].enter && t <= found_[k].leave) || !window.holds(t)) continue;
            if (isOnFace(i, centre + delta_ * t - normal * radii_[k])) found_[k].include(t);
        }
    }

    void addEdge(const Vec3& from, const Vec3& to, const Vec3& centre) { addCylinder(centre - from, to - from); }

    void addCorner(const Vec3& corner, const Vec3& centre) { addBall(centre - corner); }

    /// A capsule's side touches an edge: a parallelogram of the edge and the core, moved out by the radius, on both
    /// sides.
    void addSlantedSide(const Vec3& from, const Vec3& to) {
        const Vec3 core = body_.ends[1] - body_.ends[0], centre = centreAt(0), along = to - from;
        const Vec3 normal = cross(along, core);
        const double size = length(normal);
        if (!(size > 0)) return;
        const double rise = dot(normal, delta_) / size, height = dot(normal, centre - from) / size;
        if (rise == 0) return;
        for (int k = 0; k < count_; ++k)
            for (const double side : {radii_[k], -radii_[k]}) {
                const double t = (side - height) / rise;
                const Vec3 foot = centre + delta_ * t - from - normal * (side / size);
                const double onEdge = dot(cross(foot, core), normal), onCore = dot(cross(foot, along), normal);
                if (onEdge >= 0 && onEdge <= size * size && onCore >= 0 && onCore <= size * size) found_[k].include(t);
            }
    }

    /// A capsule's side touches a corner.
    void addSlantedCorner(const Vec3& corner) { addCylinder(centreAt(0) - corner, -(body_.ends[1] - body_.ends[0])); }

  private:
    bool isOnFace(std::size_t face, const Vec3& p) const {
        const auto faces = brush_.faces();
        for (std::size_t i = 0; i < faces.size(); ++i)
            if (i != face && heightOver(faces[i], p) > 0) return false;
        return true;
    }

    // Adds a cylinder of the radius around the segment from 0 to `axis`, without its ends. The line comes from `from`.
    void addCylinder(const Vec3& from, const Vec3& axis) {
        const double square = dot(axis, axis);
        if (!(square > 0) || far_.passes(from, axis, square)) return;
        const auto across = [&](const Vec3& v) { return v - axis * (dot(v, axis) / square); };
        const NearOrigin near(across(from), across(delta_));
        for (int k = 0; k < count_; ++k) {
            const LinePart part = near.within(radii_[k]);
            if (part.empty()) continue;
            for (const double t : {part.enter, part.leave}) {
                const double along = dot(from + delta_ * t, axis);
                if (along >= 0 && along <= square) found_[k].include(t);
            }
        }
    }

    const BrushShape& brush_;
    const RoundBody& body_;
    const Vec3& start_;
};

}  // namespace hullbake::detail
