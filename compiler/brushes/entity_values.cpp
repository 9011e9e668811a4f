#include "compiler/brushes/entity_values.hpp"

#include <charconv>

#include "hullbake/trace.hpp"

namespace hullbake {

bool parseOrigin(std::string_view text, Vec3& origin) {
    for (int a = 0; a < 3; ++a) {
        const std::size_t skip = text.find_first_not_of(" \t");
        if (skip == std::string_view::npos) return false;
        text.remove_prefix(skip);
        if (text.front() == '+') text.remove_prefix(1);
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || !(std::fabs(value) <= kMaxCoordinate)) return false;
        origin[a] = value;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    return true;
}

}  // namespace hullbake
