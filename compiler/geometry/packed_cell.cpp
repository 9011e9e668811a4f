// Stores each distinct corner of a cell once; faces refer to the corners by index.

#include "compiler/geometry/packed_cell.hpp"

#include <algorithm>

#include "compiler/geometry/tolerances.hpp"

namespace hullbake {

PackedCell::PackedCell(const CellFaces& cell) {
    std::size_t count = 0;
    for (const CellFace* face : cell) count += face->winding.vertices.size();
    faces_.reserve(cell.size());
    corners_.reserve(count);
    points_.reserve(count / 2);
    for (const CellFace* face : cell) {
        for (const WindingVertex& vertex : face->winding.vertices)
            corners_.push_back({vertex.edge, pointAt(vertex.p), vertex.exact});
        faces_.push_back({face->plane, face->winding.plane, static_cast<std::uint32_t>(corners_.size()), face->outer});
    }
    points_.shrink_to_fit();
}

// Compares exactly, not within a tolerance: a face must be restored bit by bit.
std::uint16_t PackedCell::pointAt(const Vec3& p) {
    const auto known = std::find(points_.begin(), points_.end(), p);
    const auto at = static_cast<std::uint16_t>(known - points_.begin());
    if (known == points_.end()) points_.push_back(p);
    return at;
}

ConvexCell PackedCell::cell() const {
    ConvexCell cell;
    cell.faces.resize(faces_.size());
    for (std::size_t f = 0; f < faces_.size(); ++f) {
        CellFace& face = cell.faces[f];
        face.plane = faces_[f].plane;
        face.outer = faces_[f].outer;
        face.winding.plane = faces_[f].id;
        for (std::size_t i = begin(f); i < faces_[f].end; ++i)
            face.winding.vertices.push_back({points_[corners_[i].point], corners_[i].edge, corners_[i].exact});
        face.bounds = boundsOf(face.winding);
    }
    return cell;
}

Vec3 PackedCell::interior() const {
    Vec3 sum;
    for (const Corner& corner : corners_) sum = sum + points_[corner.point];
    return corners_.empty() ? Vec3{} : sum * (1.0 / static_cast<double>(corners_.size()));
}

Box PackedCell::bounds() const {
    Box box = kEmptyBox;
    for (const Vec3& p : points_) growBounds(box, p);
    return box;
}

bool PackedCell::comesNear(const Plane& plane) const {
    bool front = false, back = false;
    for (const Vec3& p : points_) {
        const double distance = distanceTo(plane, p);
        front = front || distance >= -kOnPlane;
        back = back || distance <= kOnPlane;
        if (front && back) return true;
    }
    return false;
}

bool PackedCell::reachesVoid() const {
    return std::any_of(faces_.begin(), faces_.end(), [](const Face& face) { return face.outer; });
}

}  // namespace hullbake
