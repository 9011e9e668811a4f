// libFuzzer target: any text gives polygons, or one error with its place. Short ones become brushes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "formats/polygon_brushes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto result = hullbake::parseWkt(text, "fuzz.wkt");
    if (const auto* error = std::get_if<hullbake::Diagnostic>(&result)) {
        if (error->message.empty() || error->pos.line > size + 1 || error->pos.column > size + 1) std::abort();
        return 0;
    }
    if (size > 2048) return 0;
    std::size_t brushes = 0;
    const auto made = hullbake::makePolygonBrushes(std::get<hullbake::FlatDrawing>(result), {}, "fuzz.wkt",
                                                   [&](const hullbake::MapBrush& brush) {
                                                       if (brush.faces.size() < 5) std::abort();
                                                       ++brushes;
                                                   });
    const auto* count = std::get_if<hullbake::PolygonCount>(&made);
    if (count != nullptr && count->brushes != brushes) std::abort();
    return 0;
}
