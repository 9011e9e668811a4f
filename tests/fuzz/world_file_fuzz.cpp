// libFuzzer target: any bytes give a world whose text reads back to the same text, or one error with a position.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "formats/world_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto result = hullbake::parseWorldRun(text, "fuzz.world");
    if (const auto* error = std::get_if<hullbake::Diagnostic>(&result)) {
        const bool placed = error->pos.line >= 1 && error->pos.line <= size + 1 && error->pos.column >= 1 &&
                            error->pos.column <= size + 1;
        if (!placed || error->message.empty()) std::abort();
        return 0;
    }
    const std::string written = hullbake::worldRunText(std::get<hullbake::WorldRun>(result));
    const auto again = hullbake::parseWorldRun(written, "again.world");
    if (!std::holds_alternative<hullbake::WorldRun>(again)) std::abort();
    if (hullbake::worldRunText(std::get<hullbake::WorldRun>(again)) != written) std::abort();
    return 0;
}
