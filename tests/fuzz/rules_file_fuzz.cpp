// libFuzzer target: any text gives rules that print and read back as the same, or one error that names the file.
// Further sources: tools/input/rules_file.cpp
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "tests/support/temporary_folder.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/rules_file.hpp"

namespace {

void write(const std::string& file, std::string_view text) {
    std::ofstream(file, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const hullbake::test::TemporaryFolder folder;
    const std::string file = folder.file("fuzz.json");
    write(file, {reinterpret_cast<const char*>(data), size});
    try {
        const hullbake::GameRules rules = hullbake::cli::readRulesFile(file).rules;
        write(file, hullbake::cli::rulesJson(rules));
        if (hullbake::cli::readRulesFile(file).rules != rules) std::abort();
    } catch (const hullbake::cli::Failure& error) {
        if (std::string(error.what()).find("fuzz.json") == std::string::npos) std::abort();
    }
    return 0;
}
