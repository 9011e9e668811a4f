// Parsed once for each library: what most of its files use of the standard library. Sources include all that they use
// all the same; `./dev lint` compiles them without this. No include guard: GCC warns of one in a file that it compiles
// by itself.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
