#include "formats/map.hpp"

#include <algorithm>
#include <tuple>

#include "formats/letters.hpp"

namespace hullbake {

std::string Diagnostic::text() const {
    std::string out = file;
    const auto append = [&out](std::string_view text) { out.append(":").append(text); };
    if (pos.line != 0) {
        append(std::to_string(pos.line));
        append(std::to_string(pos.column));
    }
    return out.append(": ").append(message);
}

const MapKey* MapEntity::find(std::string_view key) const {
    const MapKey* other = nullptr;
    for (const MapKey& candidate : keys) {
        if (candidate.key == key) return &candidate;
        if (other == nullptr && sameButForCase(candidate.key, key)) other = &candidate;
    }
    return other;
}

std::string_view MapEntity::value(std::string_view key) const {
    const MapKey* const found = find(key);
    return found != nullptr ? std::string_view(found->value) : std::string_view();
}

bool MapEntity::isOf(std::string_view name) const {
    return sameButForCase(classname(), name);
}

void addLeftOut(std::vector<MapLeftOut>& all, std::string_view kind, SourcePos at, bool asked) {
    auto found = std::find_if(all.begin(), all.end(), [&](const MapLeftOut& leftOut) { return leftOut.kind == kind; });
    if (found == all.end()) found = all.insert(found, {std::string(kind), {}, asked});
    found->places.push_back(at);
}

void takeLeftOut(std::vector<MapLeftOut>& all, std::string_view kind, std::vector<SourcePos> places) {
    const auto before = [](SourcePos a, SourcePos b) {
        return std::tie(a.part, a.line, a.column) < std::tie(b.part, b.line, b.column);
    };
    std::sort(places.begin(), places.end(), before);
    for (MapLeftOut& one : all)
        if (one.kind == kind)
            std::erase_if(one.places,
                          [&](SourcePos pos) { return std::binary_search(places.begin(), places.end(), pos, before); });
    std::erase_if(all, [](const MapLeftOut& one) { return one.places.empty(); });
}

std::optional<MapNote> noteOfLeftOut(const std::vector<MapLeftOut>& all, std::string_view kind,
                                     std::string_view plural) {
    for (const MapLeftOut& leftOut : all) {
        if (leftOut.kind != kind) continue;
        const std::size_t count = leftOut.places.size();
        std::string message = std::to_string(count).append(" ").append(count == 1 ? kind : plural);
        return MapNote{leftOut.places.front(), message.append(count == 1 ? " is left out" : " are left out")};
    }
    return {};
}

}  // namespace hullbake
