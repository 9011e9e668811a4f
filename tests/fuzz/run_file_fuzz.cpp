// libFuzzer target: any bytes give a recorded run whose text reads back to the same text, or one error with a position.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "formats/run_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto result = hullbake::parseRun(text, "fuzz.run");
    if (const auto* error = std::get_if<hullbake::Diagnostic>(&result)) {
        const bool placed = error->pos.line >= 1 && error->pos.line <= size + 1 && error->pos.column >= 1 &&
                            error->pos.column <= size + 1;
        if (!placed || error->message.empty()) std::abort();
        return 0;
    }
    const std::string written = hullbake::runText(std::get<hullbake::RecordedRun>(result));
    const auto again = hullbake::parseRun(written, "again.run");
    if (!std::holds_alternative<hullbake::RecordedRun>(again)) std::abort();
    if (hullbake::runText(std::get<hullbake::RecordedRun>(again)) != written) std::abort();
    return 0;
}
