// Waits until files change: by inotify on Linux, by looking again and again elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace hullbake::cli {

/// Some files, whose changes wait() reports: those that were written, and those that another file has replaced. A file
/// that is missing has not changed until it is there again, and one that was opened but not written has not either.
class FileWatch {
  public:
    FileWatch();
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    /// Watches these files instead of others. One that was watched before keeps what is known of it, so that no change
    /// gets lost between wait() and this.
    void watch(const std::vector<std::string>& files);

    /// Waits until one of the files has changed and its writer is done, or until the time is over. Returns whether one
    /// has changed since the last time that this returned true.
    bool wait(std::chrono::milliseconds longest);

  private:
    /// What tells two states of a file apart.
    struct Stamp {
        std::int64_t time = 0;
        std::uint64_t size = 0;
        bool isYoung = false;  ///< a further write may leave time and size as they are
        bool operator==(const Stamp& other) const { return time == other.time && size == other.size; }
    };
    using Stamps = std::map<std::string, Stamp>;
    class Events;

    static Stamps stampsOf(const Stamps& files);
    bool differs(const Stamps& now) const;
    Stamps settled() const;

    Stamps stamps_;
    std::unique_ptr<Events> events_;
};

}  // namespace hullbake::cli
