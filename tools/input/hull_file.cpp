#include "tools/input/hull_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "formats/files.hpp"
#include "tools/base/errors.hpp"

namespace hullbake::cli {

HullFile openHullFile(const std::string& path) {
    HullFile file;
    file.path = path;
    std::string error;
    if (!readFile(path, file.bytes, error)) throw Failure(fmt::format("{}: {}", path, error));
    const OpenResult opened = ClipMap::open(file.bytes);
    if (!opened) {
        const std::string place = opened.section[0] == '\0' ? "header" : fmt::format("section {}", opened.section);
        throw Failure(fmt::format("{}: cannot be used: {} ({}, offset {})", path, statusText(opened.status), place,
                                  opened.offset));
    }
    file.map = opened.map;
    return file;
}

HullId chooseHull(const HullFile& file, const std::string& name) {
    const ClipMap& map = file.map;
    if (map.hullCount() == 0) throw Failure(fmt::format("{}: has no hull", file.path));
    if (const auto found = map.findHull(name.empty() ? "player" : name)) return *found;
    if (name.empty()) return HullId{0};
    std::string known;
    for (std::uint32_t h = 0; h < map.hullCount(); ++h) {
        known += fmt::format("{}{}", h == 0 ? "" : ", ", map.hull(HullId{h}).name);
    }
    throw Failure(fmt::format("{}: no hull \"{}\"; it has: {}", file.path, name, known));
}

ModelId chooseModel(const HullFile& file, std::uint32_t number) {
    const std::size_t count = file.map.modelCount();
    if (number < count) return ModelId{number};
    if (count == 0) throw Failure(fmt::format("{}: has no model", file.path));
    throw Failure(fmt::format("{}: no model {}; it has 0 (the world) to {}", file.path, number, count - 1));
}

}  // namespace hullbake::cli
