#include "hullbake/clip_map.hpp"

#include <cmath>

#include "brushes/brush_set.hpp"

namespace hullbake {

constexpr format::FileHeader kZeroHeader{};
const format::FileHeader ClipMap::kNoHeader = kZeroHeader;

std::string_view statusText(Status status) noexcept {
    switch (status) {
        case Status::Ok:
            return "ok";
        case Status::TooSmall:
            return "too small for a .hull file";
        case Status::Misaligned:
            return "the block is not aligned to 8 bytes in memory";
        case Status::WrongMagic:
            return "not a .hull file, or damaged by a text-mode copy";
        case Status::WrongVersion:
            return "written for another major version of the format";
        case Status::WrongEndian:
            return "wrong byte order";
        case Status::WrongSize:
            return "truncated or padded: the size differs from the header's";
        case Status::HashMismatch:
            return "altered: the contents do not match their hash";
        case Status::BadSectionTable:
            return "the section table is damaged";
        case Status::MissingSection:
            return "a section is missing";
        case Status::BadRecord:
            return "a value is out of its range";
        case Status::BadTree:
            return "the nodes do not form a tree";
        case Status::TooDeep:
            return "a tree is deeper than a query can walk";
    }
    return "unknown status";
}

std::optional<HullId> ClipMap::findHull(std::string_view name) const noexcept {
    for (std::size_t i = 0; i < hulls_.size(); ++i)
        if (text(hulls_[i].name) == name) return HullId{static_cast<std::uint32_t>(i)};
    return std::nullopt;
}

namespace {

Box boxOf(const double (&mins)[3], const double (&maxs)[3]) {
    return {{mins[0], mins[1], mins[2]}, {maxs[0], maxs[1], maxs[2]}};
}

}  // namespace

HullInfo ClipMap::hull(HullId id) const noexcept {
    if (id.value >= hulls_.size()) return {};
    const format::HullRecord& record = hulls_[id.value];
    return {text(record.name), boxOf(record.mins, record.maxs)};
}

ModelInfo ClipMap::model(ModelId id) const noexcept {
    if (id.value >= models_.size()) return {};
    const format::ModelRecord& record = models_[id.value];
    return {text(record.classname), boxOf(record.mins, record.maxs),
            Vec3{record.origin[0], record.origin[1], record.origin[2]}, record.entity, record.brushCount};
}

bool ClipMap::validPlace(const Vec3& p, ModelId model) const noexcept {
    // Written so that NaN fails.
    const bool inRange =
        std::fabs(p.x) <= kMaxCoordinate && std::fabs(p.y) <= kMaxCoordinate && std::fabs(p.z) <= kMaxCoordinate;
    return inRange && model.value < models_.size();
}

bool ClipMap::validQuery(const Vec3& p, HullId hull, ModelId model) const noexcept {
    return validPlace(p, model) && hull.value < hulls_.size();
}

bool ClipMap::validBox(const Box& box) noexcept {
    bool valid = true;  // NaN fails
    for (int a = 0; a < 3; ++a)
        valid = valid && std::fabs(box.mins[a]) <= kMaxCoordinate && std::fabs(box.maxs[a]) <= kMaxCoordinate &&
                box.mins[a] <= box.maxs[a] && box.maxs[a] - box.mins[a] <= kMaxBoxSize;
    return valid;
}

detail::BrushSet ClipMap::hullBrushes(HullId id, ModelId model) const noexcept {
    detail::BrushSet set = brushSet(hull(id).box, model);
    set.rule.needed = set.rule.forClip = std::uint32_t{1} << id.value;
    return set;
}

}  // namespace hullbake
