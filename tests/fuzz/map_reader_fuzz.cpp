// libFuzzer target: any bytes give a map, or one error with a position in the text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "formats/map_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto result = hullbake::parseMap(text, "fuzz.map");
    if (const auto* error = std::get_if<hullbake::Diagnostic>(&result)) {
        const bool placed = error->pos.line >= 1 && error->pos.line <= size + 1 && error->pos.column >= 1 &&
                            error->pos.column <= size + 1;
        if (!placed || error->message.empty()) std::abort();
    } else if (std::get<hullbake::MapFile>(result).entities.empty()) {
        std::abort();
    }
    return 0;
}
