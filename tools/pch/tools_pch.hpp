// Precompiled header of the program: large headers of other projects that several sources use. Sources still include
// all that they use. It has no include guard: see formats/pch/standard_pch.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
