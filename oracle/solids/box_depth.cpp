#include "oracle/solids/box_depth.hpp"

#include <algorithm>

#include "oracle/solids/turned_model.hpp"

namespace hullbake::oracle {
namespace {

/// Units by which a box may move until its neighbours are listed anew.
constexpr double kRoom = 48;

Box boundsOf(const std::vector<Vec3>& points) {
    Box bounds{points.front(), points.front()};
    for (const Vec3& point : points)
        for (int axis = 0; axis < 3; ++axis) {
            bounds.mins[axis] = std::min(bounds.mins[axis], point[axis]);
            bounds.maxs[axis] = std::max(bounds.maxs[axis], point[axis]);
        }
    return bounds;
}

bool isOutside(const Box& bounds, const Vec3& at, double by) {
    for (int axis = 0; axis < 3; ++axis)
        if (at[axis] > bounds.maxs[axis] + by || at[axis] < bounds.mins[axis] - by) return true;
    return false;
}

/// Returns true if a way does not come near the bounds.
bool isBeside(const Box& bounds, const Vec3& from, const Vec3& to) {
    for (int axis = 0; axis < 3; ++axis)
        if (std::min(from[axis], to[axis]) > bounds.maxs[axis] + 2 * kBeside ||
            std::max(from[axis], to[axis]) < bounds.mins[axis] - 2 * kBeside)
            return true;
    return false;
}

bool growsWhole(const FileBrush& solid) {
    return std::all_of(solid.brush.planes.begin(), solid.brush.planes.end(),
                       [](const BarePlane& plane) { return plane.grows; });
}

/// Returns how far the box reaches against `normal`: what a plane with that normal grows by.
double growth(const Box& box, const Vec3& normal) {
    double sum = 0;
    for (int axis = 0; axis < 3; ++axis) sum -= normal[axis] * (normal[axis] > 0 ? box.mins[axis] : box.maxs[axis]);
    return sum;
}

}  // namespace

bool goesDeeper(const GrownBrush& brush, const Vec3& from, const Vec3& to, double than) {
    double first = 0, last = 1;
    for (const GrownPlane& plane : brush.planes) {
        const double here = plane.dist - dot(plane.normal, from) - than,
                     there = plane.dist - dot(plane.normal, to) - than;
        if (here <= 0 && there <= 0) return false;
        if (here < 0) first = std::max(first, here / (here - there));
        if (there < 0) last = std::min(last, here / (here - there));
        if (first >= last) return false;
    }
    return last == 1 || (last - first) * length(to - from) > kSurfaceTolerance;
}

std::optional<MeetBelow> meetBelow(const GrownBrush& brush, const Vec3& at, double reach) {
    double enter = -1e30, leave = reach;
    MeetBelow meet;
    meet.far = -1e30;
    for (const GrownPlane& plane : brush.planes) {
        const double outside = dot(plane.normal, at) - plane.dist, up = plane.normal.z;
        if (up > 0) {
            enter = std::max(enter, (outside + kSurfaceTolerance) / up);
            meet.far = std::max(meet.far, outside / up);
        } else if (up < 0) {
            leave = std::min(leave, (outside + kSurfaceTolerance) / up);
        } else if (outside > -kSurfaceTolerance) {
            return {};
        }
    }
    if (!(enter < leave) || enter < 0) return {};
    for (const GrownPlane& plane : brush.planes) {
        const double up = plane.normal.z;
        if (!(up > 0) || (dot(plane.normal, at) - plane.dist) / up < meet.far - kSameMeet) continue;
        meet.ups.push_back(up);
    }
    return meet;
}

void takeNearer(MeetBelow& nearest, const MeetBelow& other) {
    if (other.far > nearest.far + kSameMeet) return;
    if (other.far < nearest.far - kSameMeet) {
        nearest = other;
        return;
    }
    nearest.far = std::min(nearest.far, other.far);
    nearest.ups.insert(nearest.ups.end(), other.ups.begin(), other.ups.end());
}

BoxInModel::BoxInModel(const ClipMap& map, const FileSolids& solids, ModelId model, const Box& box) : box_(box) {
    for (const FileBrush* solid : solidsFor(map, solids, model, box)) {
        Entry& entry = entries_.emplace_back();
        entry.solid = solid;
        if (!growsWhole(*solid)) {
            // Planes that stay where they are may be outside of the sum.
            entry.grown = std::make_unique<GrownBrush>(growSolid(*solid, box));
            entry.bounds = entry.grown->bounds;
            continue;
        }
        const Box bare = boundsOf(solid->brush.vertices);
        entry.bounds = {bare.mins - box.maxs, bare.maxs - box.mins};
    }
}

void BoxInModel::lookAround(const Vec3& at) {
    const Vec3 room{kRoom, kRoom, kRoom};
    room_ = {at - room, at + room};
    near_.clear();
    for (std::uint32_t i = 0; i < entries_.size(); ++i)
        if (!isOutside(entries_[i].bounds, at, kRoom + 2 * kBeside)) near_.push_back(i);
}

double BoxInModel::depth(const Vec3& at, Contents mask) {
    if (isOutside(room_, at, 0)) lookAround(at);
    double deepest = kFarOutside;
    for (const std::uint32_t i : near_) {
        Entry& entry = entries_[i];
        if (isOutside(entry.bounds, at, 2 * kBeside) || !any(entry.solid->contents & mask)) continue;
        deepest = std::max(deepest, depthIn(grown(entry), at));
    }
    return deepest;
}

const GrownBrush& BoxInModel::grown(Entry& entry) {
    if (!entry.grown) entry.grown = std::make_unique<GrownBrush>(growSolid(*entry.solid, box_));
    return *entry.grown;
}

template <class Visit>
void BoxInModel::forBrushesAlong(const Vec3& from, const Vec3& to, Contents mask, const Visit& visit) {
    const auto look = [&](Entry& entry) {
        if (!isBeside(entry.bounds, from, to) && any(entry.solid->contents & mask)) visit(grown(entry));
    };
    if (isOutside(room_, from, 0)) lookAround(from);
    if (isOutside(room_, to, 0)) {
        for (Entry& entry : entries_) look(entry);
    } else {
        for (const std::uint32_t i : near_) look(entries_[i]);
    }
}

bool BoxInModel::goesDeeper(const Vec3& from, const Vec3& to, Contents mask, double than) {
    bool goes = false;
    forBrushesAlong(from, to, mask,
                    [&](const GrownBrush& brush) { goes = goes || oracle::goesDeeper(brush, from, to, than); });
    return goes;
}

double BoxInModel::deeperBy(const Vec3& from, const Vec3& to, Contents mask, double than) {
    double most = kFarOutside;
    forBrushesAlong(from, to, mask, [&](const GrownBrush& brush) {
        most = std::max(most, depthIn(brush, to) - std::max(depthIn(brush, from), than));
    });
    return most;
}

MeetBelow BoxInModel::below(const Vec3& at, double reach, Contents mask) {
    MeetBelow nearest;
    forBrushesAlong(at, at - Vec3{0, 0, reach}, mask, [&](const GrownBrush& brush) {
        if (const auto meet = meetBelow(brush, at, reach)) takeNearer(nearest, *meet);
    });
    return nearest;
}

TurnedModel::TurnedModel(const ClipMap& map, const FileSolids& solids, ModelId model)
    : map_(map), solids_(solids), model_(model) {
    std::vector<Vec3> points;
    hasBall_ = true;
    for (const FileBrush& solid : solids.brushes) {
        if (solid.model != model.value) continue;
        points.insert(points.end(), solid.brush.vertices.begin(), solid.brush.vertices.end());
        hasBall_ = hasBall_ && growsWhole(solid);
    }
    if (points.empty()) return;
    const Box bounds = boundsOf(points);
    middle_ = (bounds.mins + bounds.maxs) * 0.5;
    radius_ = length(bounds.maxs - bounds.mins) / 2;
}

void TurnedModel::place(const Transform& transform) {
    if (transform == transform_) return;
    transform_ = transform;
    for (auto& [solid, entry] : entries_) {
        entry.looked = false;
        entry.turned.reset();
        entry.grown.clear();
    }
}

bool TurnedModel::isFarFromAll(const Box& box, const Vec3& at) const {
    if (!hasBall_) return false;
    const Vec3 arm = middle_ - transform_.pivot, reach{radius_, radius_, radius_};
    const Vec3 middle = transform_.pivot + transform_.displacement + transform_.axes[0] * arm.x +
                        transform_.axes[1] * arm.y + transform_.axes[2] * arm.z;
    return isOutside({middle - reach - box.maxs, middle + reach - box.mins}, at, 2 * kBeside);
}

// Turns corners and faces by plain arithmetic, whose rounding is far below kBeside.
void TurnedModel::look(Entry& entry) const {
    const auto turned = [&](const Vec3& v) {
        return transform_.axes[0] * v.x + transform_.axes[1] * v.y + transform_.axes[2] * v.z;
    };
    const Vec3 base = transform_.pivot + transform_.displacement;
    std::vector<Vec3> points;
    for (const Vec3& v : entry.solid->brush.vertices) points.push_back(base + turned(v - transform_.pivot));
    entry.bounds = boundsOf(points);
    entry.planes.clear();
    for (const BarePlane& plane : entry.solid->brush.planes) {
        if (!plane.isFace || !plane.grows) continue;
        const Vec3 normal = turned(plane.normal);
        entry.planes.push_back({normal, plane.dist - dot(plane.normal, transform_.pivot) + dot(normal, base)});
    }
    entry.looked = true;
}

bool TurnedModel::isFar(const Entry& entry, const Box& box, const Vec3& at) const {
    constexpr double kFar = 2 * kBeside;
    if (!growsWhole(*entry.solid)) return false;
    if (isOutside({entry.bounds.mins - box.maxs, entry.bounds.maxs - box.mins}, at, kFar)) return true;
    return std::any_of(entry.planes.begin(), entry.planes.end(), [&](const Plane& plane) {
        return dot(plane.normal, at) - plane.dist - growth(box, plane.normal) > kFar;
    });
}

const std::vector<TurnedModel::Entry*>& TurnedModel::entriesFor(std::size_t key, const Box& box) {
    const auto [boxed, isNew] = boxes_.try_emplace(key);
    if (isNew)
        for (const FileBrush* solid : solidsFor(map_, solids_, model_, box)) {
            entries_[solid].solid = solid;
            boxed->second.push_back(&entries_[solid]);
        }
    return boxed->second;
}

const GrownBrush& TurnedModel::grown(Entry& entry, std::size_t key, const Box& box) {
    if (!entry.turned) entry.turned = turnedAsSolved(entry.solid->brush, transform_);
    const auto [found, isFirst] = entry.grown.try_emplace(key);
    if (isFirst) found->second = growBrush(*entry.turned, box);
    return found->second;
}

double TurnedModel::depth(std::size_t key, const Box& box, const Vec3& at, Contents mask) {
    if (isFarFromAll(box, at)) return kFarOutside;
    double deepest = kFarOutside;
    for (Entry* entry : entriesFor(key, box)) {
        if (!any(entry->solid->contents & mask)) continue;
        if (!entry->looked) look(*entry);
        if (isFar(*entry, box, at)) continue;
        deepest = std::max(deepest, depthIn(grown(*entry, key, box), at));
    }
    return deepest;
}

// In all brushes, in the order of the file.
std::vector<double> TurnedModel::depths(std::size_t key, const Box& box, const Vec3& at, Contents mask) {
    std::vector<double> all;
    for (Entry* entry : entriesFor(key, box))
        all.push_back(any(entry->solid->contents & mask) ? depthIn(grown(*entry, key, box), at) : kFarOutside);
    return all;
}

double TurnedModel::deeperBy(std::size_t key, const Box& box, const Transform& before, const Vec3& from, const Vec3& to,
                             Contents mask, double than) {
    const Transform now = transform_;
    place(before);
    const std::vector<double> was = depths(key, box, from, mask);
    place(now);
    const std::vector<double> is = depths(key, box, to, mask);
    double most = kFarOutside;
    for (std::size_t i = 0; i < is.size(); ++i) most = std::max(most, is[i] - std::max(was[i], than));
    return most;
}

template <class Visit>
void TurnedModel::forBrushesAlong(std::size_t key, const Box& box, const Vec3& from, const Vec3& to, Contents mask,
                                  const Visit& visit) {
    for (Entry* entry : entriesFor(key, box)) {
        if (!any(entry->solid->contents & mask)) continue;
        if (!entry->looked) look(*entry);
        const Box bounds{entry->bounds.mins - box.maxs, entry->bounds.maxs - box.mins};
        if (growsWhole(*entry->solid) && isBeside(bounds, from, to)) continue;
        visit(grown(*entry, key, box));
    }
}

bool TurnedModel::goesDeeper(std::size_t key, const Box& box, const Vec3& from, const Vec3& to, Contents mask,
                             double than) {
    bool goes = false;
    forBrushesAlong(key, box, from, to, mask,
                    [&](const GrownBrush& brush) { goes = goes || oracle::goesDeeper(brush, from, to, than); });
    return goes;
}

MeetBelow TurnedModel::below(std::size_t key, const Box& box, const Vec3& at, double reach, Contents mask) {
    MeetBelow nearest;
    forBrushesAlong(key, box, at, at - Vec3{0, 0, reach}, mask, [&](const GrownBrush& brush) {
        if (const auto meet = meetBelow(brush, at, reach)) takeNearer(nearest, *meet);
    });
    return nearest;
}

}  // namespace hullbake::oracle
