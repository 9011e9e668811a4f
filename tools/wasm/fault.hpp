// What ends a compile early.
//
// Exceptions are not unwound here: each WebAssembly instance compiles one map, so what throws leaves its reason in a
// place of its own and traps. The page reads the reason and drops the instance.
#pragma once

#include <string_view>

#include "formats/map.hpp"

namespace hullbake::wasm {

/// Notes the reason and traps.
[[noreturn]] void stopCompile(SourcePos pos, std::string_view message);

}  // namespace hullbake::wasm
