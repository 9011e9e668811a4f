// libFuzzer target: any bytes give heights that are right in themselves, or one error. Small fields become brushes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "formats/heightfield.hpp"
#include "formats/map_reader.hpp"
#include "formats/map_writer.hpp"
#include "formats/terrain_brushes.hpp"

namespace {

/// The first bytes say how the others are read as bare samples.
void readBare(const std::uint8_t* data, std::size_t size) {
    if (size < 3) return;
    const hullbake::RawHeights form{data[0], data[1], (data[2] & 1) != 0, (data[2] & 2) != 0};
    const auto result = hullbake::parseRawHeights(std::as_bytes(std::span(data + 3, size - 3)), form, "fuzz.raw");
    if (const auto* error = std::get_if<hullbake::Diagnostic>(&result)) {
        if (error->message.empty()) std::abort();
        return;
    }
    const auto& field = std::get<hullbake::Heightfield>(result);
    if (field.samples.size() != std::size_t{form.columns} * form.rows) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    readBare(data, size);
    const auto result = hullbake::parseHeights(std::as_bytes(std::span(data, size)), "fuzz.pgm");
    if (const auto* error = std::get_if<hullbake::Diagnostic>(&result)) {
        if (error->message.empty() || error->pos.line > size + 1 || error->pos.column > size + 1) std::abort();
        return 0;
    }
    const auto& field = std::get<hullbake::Heightfield>(result);
    if (field.samples.size() != std::size_t{field.columns} * field.rows) std::abort();
    if (*std::max_element(field.samples.begin(), field.samples.end()) > field.largest) std::abort();
    if (field.samples.size() > 4096) return 0;
    hullbake::TerrainBrushes terrain(field, {});
    if (terrain.fault()) std::abort();  // 65,535 units high at most
    std::string text = "{\n";
    for (std::uint32_t row = 0; row < terrain.rows(); ++row)
        terrain.takeRow(row, [&](const hullbake::MapBrush& brush) { hullbake::appendBrush(text, brush); });
    const auto map = hullbake::parseMap(text + "}\n", "fuzz.map");
    if (!std::holds_alternative<hullbake::MapFile>(map)) std::abort();
    if (std::get<hullbake::MapFile>(map).entities[0].brushes.size() != terrain.count().brushes) std::abort();
    return 0;
}
