// The example of the README: opens a baked map and lets the player's box fall from the start of the demo level.
//
//   hullbake compile maps/demo/demo.map -o demo.hull
//   first_trace demo.hull
//
// README.md quotes the lines between the two markers, word for word and without the indentation.
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <vector>

#include "hullbake/hullbake.hpp"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: first_trace FILE.hull\n";
        return 2;
    }
    // README: begin
    std::ifstream file(argv[1], std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};  // heap memory is aligned well enough
    const hullbake::OpenResult opened = hullbake::ClipMap::open(std::as_bytes(std::span(bytes)));
    const auto player = opened.map.findHull("player");
    if (!opened || !player) {
        std::cerr << argv[1] << ": " << (opened ? "no hull \"player\"" : hullbake::statusText(opened.status)) << '\n';
        return 1;
    }
    hullbake::Probe probe;
    probe.hull = *player;
    const hullbake::Vec3 start{0, -192, 96}, end{0, -192, -160};
    const hullbake::Trace trace = opened.map.trace(probe, start, end);
    const hullbake::Surface surface = opened.map.surface(probe, start, end, trace);
    std::cout << "stops at z = " << trace.endpos.z << " on " << surface.texture << '\n';
    // README: end
    return 0;
}
