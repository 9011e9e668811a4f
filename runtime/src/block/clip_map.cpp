#include "hullbake/clip_map.hpp"

#include <cmath>

#include "block/box_checks.hpp"

namespace hullbake {

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
    for (std::size_t i = 0; i < tables_.hulls.size(); ++i)
        if (tables_.text(tables_.hulls[i].name) == name) return HullId{static_cast<std::uint32_t>(i)};
    return std::nullopt;
}

HullInfo ClipMap::hull(HullId id) const noexcept {
    if (id.value >= tables_.hulls.size()) return {};
    const format::HullRecord& record = tables_.hulls[id.value];
    return {tables_.text(record.name), detail::hullBox(record)};
}

ModelInfo ClipMap::model(ModelId id) const noexcept {
    if (id.value >= tables_.models.size()) return {};
    const format::ModelRecord& record = tables_.models[id.value];
    return {tables_.text(record.classname), detail::boundsOf(record),
            Vec3{record.origin[0], record.origin[1], record.origin[2]}, record.entity, record.brushCount};
}

bool ClipMap::validBox(const Box& box) noexcept {
    bool valid = true;  // false for NaN
    for (int a = 0; a < 3; ++a)
        valid = valid && std::fabs(box.mins[a]) <= kMaxCoordinate && std::fabs(box.maxs[a]) <= kMaxCoordinate &&
                box.mins[a] <= box.maxs[a] && box.maxs[a] - box.mins[a] <= kMaxBoxSize;
    return valid;
}

}  // namespace hullbake
