// Parsed once for each test program: GoogleTest and what tests use most of the standard library. Sources include all
// that they use all the same; `./dev lint` compiles them without this. No include guard: GCC warns of one in a file
// that it compiles by itself.

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
