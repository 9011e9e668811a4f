// One solid of the position table, compiled for all boxes, with every route by which a query may reach it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/query/position_shapes.hpp"
#include "runtime/query/probe_kinds.hpp"

namespace hullbake::test {

struct Route {
    std::string name;
    ModelId model;
    Contents mask, contents;
};

/// The shape as world brush, as brush entity (model 1) and as water (model 2). A pool far away makes masks with liquids
/// visit two trees of the world.
struct PositionRig {
    ProbeKind kind;
    HandShape shape;
    int attitude = 0;
    BakedMap baked;
    std::vector<HullSpec> hulls;
    std::vector<Route> routes;

    PositionRig(ProbeKind probeKind, const HandShape& handShape, int turn);

    GrownShape grown(std::size_t hull) const { return GrownShape(shape, attitude, hulls[hull].box); }
    Probe probe(std::size_t hull, const Route& route) const;
    TraceCall call(std::size_t hull, const Route& route, const Vec3& start, const Vec3& end) const;
    std::string where(std::size_t hull, const Route& route) const;
};

/// Calls `visit` for every shape in every attitude.
void forEachRig(ProbeKind kind, const std::function<void(const PositionRig&)>& visit);

/// Expected kinds of answer.
enum class Expect {
    Free,    ///< no hit: reaches the end
    Hit,     ///< stopped where the line enters the shape
    Leaves,  ///< starts in solid, leaves it and reaches the end
    Stuck,   ///< never leaves solid
};

/// Runs the tests of the table for both kinds of probe.
class PositionTable : public EachProbeKind {};

/// Returns an empty string, or how the answer differs. For Hit, `entry` is the fraction where the line enters the
/// shape.
std::string answerFault(const PositionRig& rig, const GrownShape& grown, const Route& route, const TraceCall& call,
                        Expect expect, const Vec3& entry = {});

}  // namespace hullbake::test
