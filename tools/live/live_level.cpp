#include "tools/live/live_level.hpp"

#include <algorithm>
#include <utility>

namespace hullbake::cli {

void LiveLevel::set(LoadedLevel loaded) {
    {
        const std::lock_guard lock(mutex_);
        ++state_.change;
        if (loaded.error.empty()) {
            ++state_.version;
            state_.bytes = std::make_shared<const std::vector<std::byte>>(std::move(loaded.bytes));
            state_.leaks = std::make_shared<const std::vector<LevelLeak>>(std::move(loaded.leaks));
        }
        state_.error = std::move(loaded.error);
    }
    changed_.notify_all();
}

LiveLevel::State LiveLevel::state() const {
    const std::lock_guard lock(mutex_);
    return state_;
}

LiveLevel::State LiveLevel::after(std::uint64_t seen, std::chrono::milliseconds longest) const {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest, [&] { return state_.change != seen; });
    return state_;
}

LevelWatch::LevelWatch(LiveLevel& level, std::string file, Loader loader)
    : level_(level), file_(std::move(file)), loader_(std::move(loader)) {
    watch_.watch({file_});
    load();
}

bool LevelWatch::wait(std::chrono::milliseconds longest) {
    if (!watch_.wait(longest)) return false;
    load();
    return true;
}

void LevelWatch::load() {
    LoadedLevel loaded = loader_();
    if (std::find(loaded.files.begin(), loaded.files.end(), file_) == loaded.files.end()) loaded.files.push_back(file_);
    watch_.watch(loaded.files);
    level_.set(std::move(loaded));
}

}  // namespace hullbake::cli
