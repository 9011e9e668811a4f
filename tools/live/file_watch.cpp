#include "tools/live/file_watch.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "formats/utf8_path.hpp"

#ifdef __linux__
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cstring>
#endif

namespace hullbake::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// A file that stays the same for so long is complete, where the system does not tell.
constexpr milliseconds kSettle{30};
/// Longest time in which a writer may go on until a file is taken as it is.
constexpr milliseconds kLongestWrite{2000};
/// Two writes within this may have the same time: the step of a file system's clock, 10 ms at most, with a margin.
constexpr milliseconds kClockStep{50};

}  // namespace

#ifdef __linux__

/// Tells that one of the files was closed by a writer, or replaced. Network folders tell nothing, so the stamps are
/// looked at as well, less often.
class FileWatch::Events {
  public:
    enum class Kind : std::uint8_t { None, Written, Replaced };
    static constexpr milliseconds kLook{500};

    Events() : queue_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}
    ~Events() {
        if (queue_ >= 0) close(queue_);
    }
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;

    // Folders, not files: a file that is replaced is another file.
    void watch(const std::string& file) {
        std::error_code ignored;
        for (const fs::path& path : {pathOf(file), fs::canonical(pathOf(file), ignored)}) {
            if (path.empty()) continue;
            const std::string folder = path.has_parent_path() ? utf8Of(path.parent_path()) : ".";
            const int number = inotify_add_watch(queue_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO);
            if (number >= 0) names_[number].insert(utf8Of(path.filename()));
        }
    }

    /// Sleeps until something is told, at most so long. Returns what has happened to one of the files. Written are
    /// those, too, that a writer has only opened.
    Kind wait(milliseconds longest) {
        pollfd descriptor{queue_, POLLIN, 0};
        if (queue_ < 0) {
            std::this_thread::sleep_for(longest);
        } else if (poll(&descriptor, 1, static_cast<int>(longest.count())) > 0) {
            return readAll();
        }
        return Kind::None;
    }

  private:
    Kind readAll() {
        alignas(inotify_event) char buffer[16384];
        Kind kind = Kind::None;
        for (ssize_t size = 0; (size = read(queue_, buffer, sizeof buffer)) > 0;) {
            for (ssize_t at = 0; at < size;) {
                inotify_event event;
                std::memcpy(&event, buffer + at, sizeof event);
                const auto names = names_.find(event.wd);
                const std::string name = event.len == 0 ? "" : buffer + at + sizeof event;
                const bool isOurs = names != names_.end() && names->second.count(name) != 0;
                // Events that were lost may have been of any file.
                if ((event.mask & IN_Q_OVERFLOW) != 0 || (isOurs && (event.mask & IN_MOVED_TO) != 0)) {
                    kind = Kind::Replaced;
                } else if (isOurs && kind == Kind::None) {
                    kind = Kind::Written;
                }
                at += static_cast<ssize_t>(sizeof event + event.len);
            }
        }
        return kind;
    }

    int queue_;
    std::map<int, std::set<std::string>> names_;
};

#else

class FileWatch::Events {
  public:
    enum class Kind : std::uint8_t { None, Written, Replaced };
    static constexpr milliseconds kLook{100};

    void watch(const std::string&) {}
    Kind wait(milliseconds longest) {
        std::this_thread::sleep_for(longest);
        return Kind::None;
    }
};

#endif

FileWatch::FileWatch() : events_(std::make_unique<Events>()) {}

FileWatch::~FileWatch() = default;

/// Returns the stamps of these files now. A missing file keeps the one it has.
FileWatch::Stamps FileWatch::stampsOf(const Stamps& files) {
    Stamps now = files;
    for (auto& [file, stamp] : now) {
        std::error_code noTime, noSize;
        const auto clock = fs::file_time_type::clock::now();
        const auto time = fs::last_write_time(pathOf(file), noTime);
        const std::uintmax_t size = fs::file_size(pathOf(file), noSize);
        if (!noTime && !noSize)
            stamp = {static_cast<std::int64_t>(time.time_since_epoch().count()), size, clock - time < kClockStep};
    }
    return now;
}

/// Returns whether a file that a writer has closed may be another one now. `compile` opens the file that it replaces,
/// to see whether it may, and writes nothing.
bool FileWatch::differs(const Stamps& now) const {
    const auto isYoung = [](const auto& file) { return file.second.isYoung; };
    return now != stamps_ || std::any_of(stamps_.begin(), stamps_.end(), isYoung);
}

void FileWatch::watch(const std::vector<std::string>& files) {
    Stamps wanted;
    for (const std::string& file : files) {
        events_->watch(file);
        wanted.emplace(file, Stamp{});
    }
    wanted = stampsOf(wanted);
    for (auto& [file, stamp] : wanted)
        if (const auto known = stamps_.find(file); known != stamps_.end()) stamp = known->second;
    stamps_ = std::move(wanted);
}

FileWatch::Stamps FileWatch::settled() const {
    Stamps now = stampsOf(stamps_);
    for (const auto end = Clock::now() + kLongestWrite; Clock::now() < end;) {
        std::this_thread::sleep_for(kSettle);
        const Stamps next = stampsOf(now);
        if (next == now) break;
        now = next;
    }
    return now;
}

bool FileWatch::wait(milliseconds longest) {
    const auto end = Clock::now() + longest;
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
        const Events::Kind kind = events_->wait(std::clamp(left, milliseconds{0}, Events::kLook));
        Stamps now = stampsOf(stamps_);
        if (kind == Events::Kind::Replaced || (kind == Events::Kind::Written && differs(now))) {
            stamps_ = std::move(now);
            return true;
        }
        if (now != stamps_) {
            stamps_ = settled();
            // What was told meanwhile is of this change.
            events_->wait(milliseconds{0});
            stamps_ = stampsOf(stamps_);
            return true;
        }
        stamps_ = std::move(now);
        if (Clock::now() >= end) return false;
    }
}

}  // namespace hullbake::cli
