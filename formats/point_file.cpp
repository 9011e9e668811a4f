#include "formats/point_file.hpp"

#include <charconv>
#include <cmath>
#include <utility>

namespace hullbake {
namespace {

/// Upper bound of the parts of one step, so that a tiny `spacing` cannot fill the memory.
constexpr int kMaxParts = 65536;
/// Buffer size of one number: the longest double, "-1.2345678901234567e-308", has 24 characters.
constexpr std::size_t kNumberSpace = 32;

void appendNumber(std::string& text, double value) {
    char digits[kNumberSpace];
    const std::to_chars_result end = std::to_chars(digits, digits + kNumberSpace, value + 0.0);  // -0 prints as 0
    text.append(digits, end.ptr);
}

void appendPoint(std::string& text, const Vec3& p) {
    appendNumber(text, p.x);
    text += ' ';
    appendNumber(text, p.y);
    text += ' ';
    appendNumber(text, p.z);
    text += '\n';
}

/// Returns the number of equal parts of the step from `a` to `b`, none longer than `spacing`, at most kMaxParts.
/// Returns 1 for a spacing that is not positive.
int partsOf(const Vec3& a, const Vec3& b, double spacing) {
    const double parts = std::ceil(length(b - a) / spacing);
    if (!(spacing > 0) || !(parts > 1)) return 1;  // also NaN
    return parts < kMaxParts ? static_cast<int>(parts) : kMaxParts;
}

bool sameFloat(const Vec3& a, const Vec3& b) {
    return static_cast<float>(a.x) == static_cast<float>(b.x) && static_cast<float>(a.y) == static_cast<float>(b.y) &&
           static_cast<float>(a.z) == static_cast<float>(b.z);
}

/// Writes points in order and skips a point that readers cannot distinguish from the previous one.
class Writer {
  public:
    void add(const Vec3& p) {
        if (!text_.empty() && sameFloat(p, last_)) return;
        appendPoint(text_, p);
        last_ = p;
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
    Vec3 last_;
};

}  // namespace

std::string pointFileText(std::span<const Vec3> trail, double spacing) {
    Writer writer;
    for (std::size_t i = 0; i < trail.size(); ++i) {
        if (i > 0 && isFinite(trail[i - 1]) && isFinite(trail[i])) {
            const Vec3 &from = trail[i - 1], &to = trail[i];
            const int parts = partsOf(from, to, spacing);
            for (int part = 1; part < parts; ++part)
                writer.add(from + (to - from) * (static_cast<double>(part) / parts));
        }
        writer.add(trail[i]);
    }
    return writer.take();
}

std::string lineFileText(std::span<const Vec3> trail) {
    Writer writer;
    for (const Vec3& p : trail) writer.add(p);
    return writer.take();
}

}  // namespace hullbake
