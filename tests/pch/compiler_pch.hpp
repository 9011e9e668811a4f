// Parsed once for each test program that compiles maps and asks the runtime. No include guard: see gtest_pch.hpp.
#include "compiler/compile.hpp"
#include "formats/map_reader.hpp"
#include "hullbake/hullbake.hpp"
#include "tests/pch/gtest_pch.hpp"
