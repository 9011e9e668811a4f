// Parsed once for the command line: the large headers of other projects. Sources include all that they use all the
// same. No include guard: see formats/pch/standard_pch.hpp.
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
