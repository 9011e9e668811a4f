// Precompiled header of the measurements. For the missing include guard see gtest_pch.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/compile.hpp"
#include "hullbake/hullbake.hpp"
