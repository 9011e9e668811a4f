#include "formats/map.hpp"

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

std::string_view MapEntity::value(std::string_view key) const {
    for (const MapKey& candidate : keys) {
        if (candidate.key == key) return candidate.value;
    }
    return {};
}

}  // namespace hullbake
