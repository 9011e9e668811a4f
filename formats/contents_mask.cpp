#include "formats/contents_mask.hpp"

#include <array>

namespace hullbake {
namespace {

struct Group {
    std::string_view name;
    Contents bits;
};
constexpr std::array kGroups = {Group{"blocking", kMaskBlocking}, Group{"liquid", kMaskLiquid}, Group{"all", kMaskAll}};

/// Returns the bits of a name or group, no bits if there is no such name.
Contents bitsOf(std::string_view name) {
    for (const Group& group : kGroups)
        if (group.name == name) return group.bits;
    Contents bits = Contents::Empty;
    contentsFromName(name, bits);
    return bits;
}

}  // namespace

std::optional<Contents> parseContentsMask(std::string_view list, std::string& unknown) {
    Contents mask = Contents::Empty;
    for (;;) {
        const std::size_t end = list.find(',');
        const std::string_view name = list.substr(0, end);
        const Contents bits = bitsOf(name);
        if (!any(bits)) {
            unknown = name;
            return std::nullopt;
        }
        mask |= bits;
        if (end == std::string_view::npos) return mask;
        list.remove_prefix(end + 1);
    }
}

std::string contentsMaskText(Contents mask) {
    for (const Group& group : kGroups)
        if (group.bits == mask) return std::string(group.name);
    std::string text;
    for (Contents left = mask & kMaskAll; any(left);) {
        // Take the name with the highest priority and remove its bits.
        const std::string_view name = contentsName(left);
        if (!text.empty()) text += ',';
        text += name;
        left = left & ~bitsOf(name);
    }
    return text;
}

}  // namespace hullbake
