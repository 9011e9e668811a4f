#include "formats/map.hpp"

namespace hullbake {

std::string Diagnostic::text() const {
    std::string out = file;
    if (pos.line != 0) out += ":" + std::to_string(pos.line) + ":" + std::to_string(pos.column);
    return out + ": " + message;
}

std::string_view MapEntity::value(std::string_view key) const {
    for (const MapKey& candidate : keys) {
        if (candidate.key == key) return candidate.value;
    }
    return {};
}

}  // namespace hullbake
