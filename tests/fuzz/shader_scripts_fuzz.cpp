// libFuzzer target: any text gives shaders whose meanings can be told, or one error with its place.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "formats/shader_scripts.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const hullbake::GameRules rules = hullbake::gameRules("quake3");
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto result = hullbake::parseShaders(text, "fuzz.shader");
    if (const auto* error = std::get_if<hullbake::Diagnostic>(&result)) {
        if (error->message.empty() || error->pos.line > size + 1 || error->pos.column > size + 1) std::abort();
        return 0;
    }
    for (const hullbake::Shader& shader : std::get<std::vector<hullbake::Shader>>(result)) {
        const hullbake::FaceMeaning meaning = hullbake::shaderMeaning(shader, rules);
        if (hullbake::parseMeaning(hullbake::meaningText(meaning)) != meaning) std::abort();
    }
    return 0;
}
