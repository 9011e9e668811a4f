// Precompiled header of the test programs: GoogleTest and the common part of the standard library. Sources still
// include all that they use, because `./dev lint` compiles them without this header. There is no include guard: GCC
// warns about a guard in a file that is compiled by itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
