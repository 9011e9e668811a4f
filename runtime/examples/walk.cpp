// A small game loop in C++: a player's box walks through the demo level, with gravity, sliding along what it hits, and
// prints its path. walk.c is the same in C and prints the same.
//
//   hullbake compile maps/demo/demo.map -o demo.hull
//   walk demo.hull
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

#include "hullbake/hullbake.hpp"

namespace {

using hullbake::Vec3;

constexpr double kTick = 1.0 / 60, kGravity = 800, kSpeed = 320;  // seconds, units

// Up the stairs, over the edge, around the pillars, and into the water of the cistern.
struct Leg {
    double degrees;  // 0 is +x, 90 is +y
    int ticks;
};
constexpr Leg kRoute[] = {{90, 60}, {90, 150}, {180, 60}, {-60, 90}, {-120, 90}, {180, 60}, {-90, 15}, {180, 150}};

// All that the game knows of the world.
struct Game {
    hullbake::ClipMap map;
    hullbake::Probe player;
    Vec3 origin{0, -192, 96}, velocity;
};

// Doors, lifts and walls stop the player; triggers do not.
bool isSolidModel(const hullbake::ClipMap& map, hullbake::ModelId model) {
    return model.value == 0 || map.model(model).classname.starts_with("func_");
}

// The nearest hit in the world and in every model that is solid.
hullbake::Trace traceAll(const Game& game, const Vec3& start, const Vec3& end) {
    hullbake::Probe probe = game.player;
    hullbake::Trace nearest = game.map.trace(probe, start, end);
    for (probe.model = {1}; probe.model.value < game.map.modelCount(); ++probe.model.value) {
        if (!isSolidModel(game.map, probe.model)) continue;
        const hullbake::Trace trace = game.map.trace(probe, start, end);
        if (trace.hitFraction < nearest.hitFraction) nearest = trace;
    }
    return nearest;
}

// Removes the part of the velocity that points into the planes touched so far.
Vec3 clipVelocity(const Vec3& velocity, std::span<const Vec3> normals) {
    for (const Vec3& normal : normals) {
        const Vec3 clipped = velocity + normal * -dot(velocity, normal);
        bool free = true;
        for (const Vec3& other : normals) free = free && dot(clipped, other) > -1e-9;
        if (free) return clipped;
    }
    if (normals.size() != 2) return {};
    const Vec3 crease = cross(normals[0], normals[1]);
    return crease * (dot(velocity, crease) / dot(crease, crease));
}

void slide(Game& game) {
    Vec3 normals[4];
    double left = kTick;
    for (std::size_t count = 0; count < 4;) {
        const hullbake::Trace trace = traceAll(game, game.origin, game.origin + game.velocity * left);
        game.origin = trace.endpos;
        if (!trace.hit || trace.allsolid) return;
        left -= left * trace.fraction;
        normals[count++] = trace.normal;
        game.velocity = clipVelocity(game.velocity, std::span(normals, count));
    }
}

bool standsOnGround(const Game& game) {
    const hullbake::Trace trace = traceAll(game, game.origin, game.origin + Vec3{0, 0, -1} * 0.25);
    return trace.hit && trace.normal.z > 0.7;
}

void walk(Game& game, double degrees, int ticks) {
    const double turn = degrees * (3.14159265358979 / 180);
    bool ground = false;
    for (int i = 0; i < ticks; ++i) {
        ground = standsOnGround(game);
        if (ground) {
            game.velocity.x = std::cos(turn) * kSpeed;
            game.velocity.y = std::sin(turn) * kSpeed;
        }
        game.velocity.z -= kGravity * kTick;
        slide(game);
    }
    const std::string_view contents = hullbake::contentsName(game.map.contentsAt(game.player, game.origin));
    std::printf("%4.0f degrees to %9.3f %9.3f %9.3f  %s in %.*s\n", degrees, game.origin.x, game.origin.y,
                game.origin.z, ground ? "walks" : "falls", static_cast<int>(contents.size()), contents.data());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: walk FILE.hull\n");
        return 2;
    }
    std::ifstream file(argv[1], std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    const hullbake::OpenResult opened = hullbake::ClipMap::open(std::as_bytes(std::span(bytes)));
    const auto player = opened.map.findHull("player");
    if (!opened || !player) {
        const char* const text = opened ? "no hull \"player\"" : hullbake::statusText(opened.status).data();
        std::fprintf(stderr, "%s: %s\n", argv[1], text);
        return 1;
    }
    Game game;
    game.map = opened.map;
    game.player.hull = *player;
    for (const Leg& leg : kRoute) walk(game, leg.degrees, leg.ticks);
    return 0;
}
