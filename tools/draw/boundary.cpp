// In: grown brushes. Out: the faces of their union.
//
// Each side's polygon is cut out of its plane, then loses what lies inside other brushes. Where faces of several
// brushes coincide, the first brush keeps its face; faces that touch back to back both go.
#include "tools/draw/boundary.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "tools/draw/polygon.hpp"
#include "tools/draw/slice.hpp"

namespace hullbake::draw {
namespace {

using namespace format;

/// Units within which planes are one: far above the rounding of grown distances, far below what a map tells apart.
constexpr double kOnPlane = 1e-6;
/// Length of a projected unit normal below which two planes are parallel.
constexpr double kParallel = 1e-9;
/// Half the side of the square that a side's polygon is cut from: no level reaches so far.
constexpr double kFar = 4 * kMaxCoordinate;

/// One side of a grown brush.
struct SolidSide {
    Plane plane;
    std::uint32_t side = 0;
    FaceKind kind = FaceKind::Face;
};

/// A convex solid, with the bounds of its corners.
struct Solid {
    std::vector<SolidSide> sides;
    std::vector<std::pair<std::size_t, Polygon>> polygons;  ///< of sides, each in the plane of flatPlane()
    Vec3 mins, maxs;
    std::uint32_t brush = 0, model = 0;
};

SlicePlane flatPlane(const Plane& plane) {
    return anyPlane(plane.normal, plane.dist);
}

/// How the solid behind a plane `other` meets the space just in front of a face in `flat`.
struct Meeting {
    enum { All, None, Part } part = All;
    bool samePlane = false;  ///< the faces coincide and look the same way
    HalfPlane half;
};

Meeting meet(const SlicePlane& flat, const Plane& other) {
    const double along = dot(other.normal, flat.plane.normal);
    const HalfPlane half{dot(other.normal, flat.right), dot(other.normal, flat.up),
                         other.dist - along * flat.plane.dist};
    if (half.x * half.x + half.y * half.y > kParallel * kParallel) return {Meeting::Part, false, half};
    const bool same = along > 0 && std::abs(half.dist) <= kOnPlane;
    return {half.dist < -kOnPlane ? Meeting::None : Meeting::All, same, half};
}

FaceKind kindOf(const SideRecord& side) {
    if ((side.flags & kSideIsBevel) == 0) return FaceKind::Face;
    const int zeros = (side.normal[0] == 0 ? 1 : 0) + (side.normal[1] == 0 ? 1 : 0) + (side.normal[2] == 0 ? 1 : 0);
    return zeros == 2 ? FaceKind::AxialBevel : FaceKind::EdgeBevel;
}

/// Cuts the polygons of a solid out of the planes of its sides, and takes its bounds.
void cutSides(Solid& solid) {
    bool first = true;
    for (std::size_t s = 0; s < solid.sides.size(); ++s) {
        const SlicePlane flat = flatPlane(solid.sides[s].plane);
        Polygon polygon = polygonOf({{-kFar, -kFar}, {kFar, kFar}});
        for (std::size_t t = 0; t < solid.sides.size() && !polygon.empty(); ++t) {
            if (t == s) continue;
            const Meeting meeting = meet(flat, solid.sides[t].plane);
            if (meeting.part == Meeting::Part)
                polygon = clipped(polygon, meeting.half);
            else if (meeting.part == Meeting::None || (meeting.samePlane && t < s))
                polygon.clear();
        }
        if (polygon.empty()) continue;
        for (const Point& p : polygon) {
            const Vec3 corner = flat.place(p);
            for (int a = 0; a < 3; ++a) {
                solid.mins[a] = first ? corner[a] : std::min(solid.mins[a], corner[a]);
                solid.maxs[a] = first ? corner[a] : std::max(solid.maxs[a], corner[a]);
            }
            first = false;
        }
        solid.polygons.emplace_back(s, std::move(polygon));
    }
}

/// Returns the solids of the brushes that `wanted(brush)` picks, grown by `box` if there is one.
template <class Wanted>
std::vector<Solid> solidsOf(const Tables& tables, const Box* box, const Wanted& wanted) {
    std::vector<Solid> solids;
    for (std::uint32_t m = 0; m < tables.models.size(); ++m) {
        const ModelRecord& model = tables.models[m];
        for (std::uint32_t b = model.firstBrush; b < model.firstBrush + model.brushCount; ++b) {
            const BrushRecord& brush = tables.brushes[b];
            if (!wanted(brush)) continue;
            Solid solid;
            solid.brush = b;
            solid.model = m;
            for (std::uint32_t s = brush.firstSide; s < brush.firstSide + brush.sideCount; ++s) {
                const SideRecord& side = tables.sides[s];
                if (box == nullptr && (side.flags & kSideIsBevel) != 0) continue;
                const Vec3 normal{side.normal[0], side.normal[1], side.normal[2]};
                const bool grows = box != nullptr && (side.flags & kSideNotGrown) == 0;
                solid.sides.push_back({{normal, side.dist + (grows ? support(normal, *box) : 0)}, s, kindOf(side)});
            }
            cutSides(solid);
            if (!solid.polygons.empty()) solids.push_back(std::move(solid));
        }
    }
    return solids;
}

bool apart(const Solid& a, const Solid& b) {
    for (int i = 0; i < 3; ++i)
        if (a.mins[i] > b.maxs[i] + kOnPlane || b.mins[i] > a.maxs[i] + kOnPlane) return true;
    return false;
}

/// Returns the half-planes of a face's plane just in front of which a solid lies. Nothing if it lies nowhere there, or
/// if the face coincides with one of the solid's and is the one that stays.
std::optional<std::vector<HalfPlane>> coverOf(const SlicePlane& flat, const Solid& solid, bool isEarlier) {
    std::vector<HalfPlane> halves;
    for (const SolidSide& side : solid.sides) {
        const Meeting meeting = meet(flat, side.plane);
        if (meeting.part == Meeting::None || (meeting.samePlane && !isEarlier)) return std::nullopt;
        if (meeting.part == Meeting::Part) halves.push_back(meeting.half);
    }
    return halves;
}

SurfaceFace faceOf(const Solid& solid, const SolidSide& side, const SlicePlane& flat, const Polygon& polygon) {
    SurfaceFace face;
    for (const Point& p : polygon) face.corners.push_back(flat.place(p));
    // The axes of a plane across y are left-handed.
    if (dot(cross(flat.right, flat.up), side.plane.normal) < 0) std::reverse(face.corners.begin(), face.corners.end());
    face.normal = side.plane.normal;
    face.brush = solid.brush;
    face.side = side.side;
    face.model = solid.model;
    face.kind = side.kind;
    return face;
}

std::vector<SurfaceFace> unionOf(const std::vector<Solid>& solids) {
    std::vector<SurfaceFace> faces;
    for (std::size_t i = 0; i < solids.size(); ++i) {
        std::vector<std::size_t> near;
        for (std::size_t k = 0; k < solids.size(); ++k)
            if (k != i && !apart(solids[i], solids[k])) near.push_back(k);
        for (const auto& [s, polygon] : solids[i].polygons) {
            const SolidSide& side = solids[i].sides[s];
            const SlicePlane flat = flatPlane(side.plane);
            std::vector<Polygon> pieces{polygon};
            for (const std::size_t k : near) {
                const auto cover = coverOf(flat, solids[k], k < i);
                if (!cover) continue;
                std::vector<Polygon> rest;
                for (const Polygon& piece : pieces)
                    for (Polygon& part : outside(piece, *cover)) rest.push_back(std::move(part));
                pieces = std::move(rest);
                if (pieces.empty()) break;
            }
            for (const Polygon& piece : pieces) faces.push_back(faceOf(solids[i], side, flat, piece));
        }
    }
    return faces;
}

}  // namespace

std::string_view faceKindName(FaceKind kind) {
    return kind == FaceKind::Face ? "face" : kind == FaceKind::EdgeBevel ? "edge bevel" : "axial bevel";
}

std::vector<SurfaceFace> brushFaces(const ClipMap& map) {
    std::vector<SurfaceFace> faces;
    for (const Solid& solid : solidsOf(map.tables(), nullptr, [](const BrushRecord&) { return true; }))
        for (const auto& [s, polygon] : solid.polygons)
            faces.push_back(faceOf(solid, solid.sides[s], flatPlane(solid.sides[s].plane), polygon));
    return faces;
}

std::vector<SurfaceFace> boxBoundary(const ClipMap& map, const Box& box, Contents mask) {
    const Tables& tables = map.tables();
    return unionOf(solidsOf(tables, &box, [&](const BrushRecord& brush) {
        return any(static_cast<Contents>(brush.contents) & mask) && countsForBoxes(tables, brush, box);
    }));
}

std::vector<SurfaceFace> hullBoundary(const ClipMap& map, HullId hull, Contents mask) {
    const Box box = map.hull(hull).box;
    std::vector<SurfaceFace> faces = unionOf(solidsOf(map.tables(), &box, [&](const BrushRecord& brush) {
        return any(static_cast<Contents>(brush.contents) & mask) && (brush.hullMask >> hull.value & 1) != 0;
    }));
    Probe probe;
    probe.hull = hull;
    probe.model = kAllModels;
    probe.mask = mask;
    // A part of the boundary looks into one connected space, and the fill takes such a space whole or not at all.
    std::erase_if(faces, [&](const SurfaceFace& face) {
        Vec3 middle;
        for (const Vec3& corner : face.corners) middle = middle + corner;
        middle = middle * (1.0 / static_cast<double>(face.corners.size()));
        return any(map.contentsAt(probe, middle + face.normal * kBesideFace) & mask);
    });
    return faces;
}

}  // namespace hullbake::draw
