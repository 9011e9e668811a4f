#include "formats/map.hpp"

#include <algorithm>

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

namespace {

bool sameButForCase(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

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

}  // namespace hullbake
