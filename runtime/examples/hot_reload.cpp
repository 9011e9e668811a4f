// A game that follows its level: it opens the .hull file anew when `hullbake watch` has replaced it.
//
//   hullbake watch maps/demo/demo.map -o demo.hull
//   hot_reload demo.hull [LEVELS]
//
// Prints where the player's box stops in each level that it opens, and ends after so many of them.
// docs/integrating.md quotes the class.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hullbake/hullbake.hpp"

class Level {
  public:
    explicit Level(std::string path) : path_(std::move(path)) {}

    // Returns true if a new level was opened. A file that is missing or damaged leaves the old one.
    bool refresh() {
        hullbake::format::FileHeader header{};
        std::ifstream file(path_, std::ios::binary);
        file.read(reinterpret_cast<char*>(&header), sizeof header);
        if (!file || header.contentHash == hash_) return false;
        file.seekg(0);
        std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
        const hullbake::OpenResult opened = hullbake::ClipMap::open(std::as_bytes(std::span(bytes)));
        if (!opened) return false;
        bytes_ = std::move(bytes);  // the map reads these bytes: vectors keep their place when moved
        map_ = opened.map;
        hash_ = header.contentHash;
        return true;
    }

    const hullbake::ClipMap& map() const { return map_; }

  private:
    std::string path_;
    std::vector<char> bytes_;
    hullbake::ClipMap map_;
    std::uint64_t hash_ = 0;
};

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: hot_reload FILE.hull [LEVELS]\n";
        return 2;
    }
    Level level(argv[1]);
    for (int left = argc > 2 ? std::atoi(argv[2]) : 1; left > 0;) {
        // Once a frame is often enough: it reads 64 bytes.
        std::this_thread::sleep_for(std::chrono::milliseconds(16));
        if (!level.refresh()) continue;
        --left;
        hullbake::Probe probe;
        probe.hull = level.map().findHull("player").value_or(hullbake::kNoHull);
        const hullbake::Trace trace = level.map().trace(probe, {0, -192, 32}, {0, 512, 32});
        std::cout << "stops at y = " << trace.endpos.y << std::endl;
    }
    return 0;
}
