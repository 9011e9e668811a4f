// Writes VMF text as Hammer does.
#pragma once

#include <array>
#include <sstream>
#include <string>

#include "hullbake/math.hpp"

namespace hullbake::test {

/// Returns the key of a plane through three points, clockwise from outside.
inline std::string vmfPlane(const std::array<Vec3, 3>& points) {
    std::ostringstream out;
    out << "\t\t\t\"plane\" \"";
    for (const Vec3& p : points) out << (&p == points.data() ? "(" : " (") << p.x << ' ' << p.y << ' ' << p.z << ')';
    out << "\"\n";
    return out.str();
}

/// Returns a block `side`. `inner` follows its keys.
inline std::string vmfSide(const std::array<Vec3, 3>& points, const std::string& material,
                           const std::string& inner = {}) {
    return "\t\tside\n\t\t{\n\t\t\t\"id\" \"1\"\n" + vmfPlane(points) + "\t\t\t\"material\" \"" + material +
           "\"\n\t\t\t\"uaxis\" \"[1 0 0 8] 0.25\"\n\t\t\t\"vaxis\" \"[0 -1 0 -16.5] 0.5\"\n\t\t\t\"rotation\" \"0\"\n"
           "\t\t\t\"lightmapscale\" \"16\"\n\t\t\t\"smoothing_groups\" \"0\"\n" +
           inner + "\t\t}\n";
}

/// Returns a block `solid` that is a box. `top` stands in its upper side.
inline std::string vmfBox(Vec3 lo, Vec3 hi, const std::string& material = "CONCRETE/FLOOR01",
                          const std::string& top = {}) {
    std::string sides = vmfSide({Vec3{lo.x, hi.y, hi.z}, {hi.x, hi.y, hi.z}, {hi.x, lo.y, hi.z}}, material, top);
    sides += vmfSide({Vec3{lo.x, lo.y, lo.z}, {hi.x, lo.y, lo.z}, {hi.x, hi.y, lo.z}}, material);
    sides += vmfSide({Vec3{lo.x, hi.y, hi.z}, {lo.x, lo.y, hi.z}, {lo.x, lo.y, lo.z}}, material);
    sides += vmfSide({Vec3{hi.x, hi.y, lo.z}, {hi.x, lo.y, lo.z}, {hi.x, lo.y, hi.z}}, material);
    sides += vmfSide({Vec3{hi.x, hi.y, hi.z}, {lo.x, hi.y, hi.z}, {lo.x, hi.y, lo.z}}, material);
    sides += vmfSide({Vec3{hi.x, lo.y, lo.z}, {lo.x, lo.y, lo.z}, {lo.x, lo.y, hi.z}}, material);
    return "\tsolid\n\t{\n\t\t\"id\" \"2\"\n" + sides + "\t\teditor\n\t\t{\n\t\t\t\"color\" \"0 180 0\"\n\t\t}\n\t}\n";
}

/// Returns a block `dispinfo` of power 2, flat but for its middle point, which is `height` higher.
inline std::string vmfDisplacement(const std::string& start, double height) {
    const auto table = [](const char* name, const std::string& row, const std::string& middle) {
        std::string text = std::string("\t\t\t\t") + name + "\n\t\t\t\t{\n";
        for (int i = 0; i < 5; ++i)
            text += "\t\t\t\t\t\"row" + std::to_string(i) + "\" \"" + (i == 2 ? middle : row) + "\"\n";
        return text + "\t\t\t\t}\n";
    };
    const std::string up = "0 0 1 0 0 1 0 0 1 0 0 1 0 0 1", none = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
    std::ostringstream middle;
    middle << "0 0 " << height << " 0 0";
    return "\t\t\tdispinfo\n\t\t\t{\n\t\t\t\t\"power\" \"2\"\n\t\t\t\t\"startposition\" \"" + start +
           "\"\n\t\t\t\t\"flags\" \"2\"\n\t\t\t\t\"elevation\" \"0.5\"\n\t\t\t\t\"subdiv\" \"0\"\n" +
           table("normals", up, up) + table("distances", "0 0 0 0 0", middle.str()) + table("offsets", none, none) +
           table("alphas", "0 0 0 0 0", "0 0 255 0 0") +
           "\t\t\t\tallowed_verts\n\t\t\t\t{\n\t\t\t\t\t\"10\" \"-1 -1 -1\"\n\t\t\t\t}\n\t\t\t}\n";
}

inline const char* const kVmfHead =
    "versioninfo\n{\n\t\"editorversion\" \"400\"\n\t\"mapversion\" \"7\"\n}\nvisgroups\n{\n\tvisgroup\n\t{\n"
    "\t\t\"name\" \"walls\"\n\t\tvisgroup\n\t\t{\n\t\t\t\"name\" \"inner\"\n\t\t}\n\t}\n}\nviewsettings\n{\n"
    "\t\"bSnapToGrid\" \"1\"\n}\n";

}  // namespace hullbake::test
