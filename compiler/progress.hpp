// Progress of a compile, reported one call at a time from any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <mutex>

#include "compiler/compile.hpp"
#include "compiler/stage_clock.hpp"

namespace hullbake {

class Progress {
  public:
    explicit Progress(const CompileContext& context) : context_(context) {}

    void enter(Stage stage) {
        if (context_.progress) context_.progress(nameOf(stage), 0, 1);
    }

    /// Returns a function that counts polygons placed in trees and polygons found; empty if the caller wants no
    /// progress.
    std::function<void(std::size_t done, std::size_t found)> baking() {
        if (!context_.progress) return {};
        return [this](std::size_t done, std::size_t found) {
            const std::scoped_lock lock(mutex_);
            total_ += found;
            done_ = std::min(done_ + done, total_);
            context_.progress(kBakeName, done_, total_);
        };
    }

  private:
    const CompileContext& context_;
    std::mutex mutex_;
    std::size_t done_ = 0, total_ = 0;
};

}  // namespace hullbake
