// Precompiled header of test programs that compile maps and query the runtime. For the missing include guard see
// gtest_pch.hpp.
#include "compiler/compile.hpp"
#include "formats/map_reader.hpp"
#include "hullbake/hullbake.hpp"
#include "tests/pch/gtest_pch.hpp"
