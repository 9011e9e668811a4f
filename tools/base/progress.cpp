#include "tools/base/progress.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "tools/base/output.hpp"

namespace hullbake::cli {
namespace {

/// Shortest time between two redraws: writing to a terminal is slow.
constexpr std::chrono::milliseconds kRedrawInterval{50};

}  // namespace

ProgressLine::ProgressLine() : enabled_(errorIsTerminal()) {}

void ProgressLine::update(std::string_view stage, std::size_t done, std::size_t total) {
    if (!enabled_) return;
    const auto now = std::chrono::steady_clock::now();
    if (drawn_ && now - lastDrawn_ < kRedrawInterval) return;
    lastDrawn_ = now;
    drawn_ = true;
    const std::size_t percent = total == 0 ? 0 : done * 100 / total;
    fmt::print(stderr, "\r\x1b[K{} {}%", stage, percent);
    std::fflush(stderr);
}

void ProgressLine::erase() {
    if (!drawn_) return;
    drawn_ = false;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

}  // namespace hullbake::cli
