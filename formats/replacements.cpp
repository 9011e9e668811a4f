// Replaces in one pass, so that nothing is replaced in what was written.

#include "formats/replacements.hpp"

#include <algorithm>
#include <string_view>

#include "formats/letters.hpp"

namespace hullbake {
namespace {

constexpr std::string_view kKey = "replace", kBlanks = " \t";

bool beginsWith(std::string_view text, std::string_view start) {
    return sameButForCase(text.substr(0, start.size()), start);
}

bool isReplaceKey(std::string_view key) {
    return key.size() > kKey.size() && beginsWith(key, kKey) &&
           std::all_of(key.begin() + kKey.size(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Replacements::Replacements(const MapEntity& instance) {
    for (const MapKey& key : instance.keys) {
        if (!isReplaceKey(key.key)) continue;
        const std::size_t blank = std::min(key.value.find_first_of(kBlanks), key.value.size());
        if (blank < 2 || key.value.front() != '$') continue;
        const std::size_t text = std::min(key.value.find_first_not_of(kBlanks, blank), key.value.size());
        pairs_.emplace_back(key.value.substr(0, blank), key.value.substr(text));
    }
    std::stable_sort(pairs_.begin(), pairs_.end(),
                     [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
}

bool Replacements::replace(std::string& text, std::size_t& room) const {
    std::size_t at = text.find('$');
    if (at == std::string::npos) return true;
    std::string replaced = text.substr(0, at);
    while (at < text.size()) {
        const std::string_view rest = std::string_view(text).substr(at);
        const auto known = std::find_if(pairs_.begin(), pairs_.end(),
                                        [rest](const auto& pair) { return beginsWith(rest, pair.first); });
        const std::string_view written = known == pairs_.end() ? rest.substr(0, 1) : std::string_view(known->second);
        if (written.size() > room) return false;
        room -= written.size();
        replaced.append(written);
        at += known == pairs_.end() ? 1 : known->first.size();
    }
    text = std::move(replaced);
    return true;
}

bool Replacements::apply(MapEntity& entity, std::size_t& room) const {
    if (empty()) return true;
    for (MapKey& key : entity.keys)
        if (!replace(key.value, room)) return false;
    for (MapBrush& brush : entity.brushes)
        for (MapFace& face : brush.faces)
            if (!replace(face.texture, room)) return false;
    for (MapDisplacedBrush& displaced : entity.displaced)
        for (MapFace& face : displaced.brush.faces)
            if (!replace(face.texture, room)) return false;
    for (MapPatch& patch : entity.patches)
        if (!replace(patch.material, room)) return false;
    return true;
}

}  // namespace hullbake
