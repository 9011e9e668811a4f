// Traces boxes at compiled surfaces and judges each trace by the triangles alone.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "proofs/triangle_sweep.hpp"
#include "support/proof_support.hpp"

namespace hullbake::test {

/// Triangles that a compiled surface must keep to.
struct SurfaceTruth {
    std::vector<Triangle> triangles;
    /// Units by which a box is shrunk before it may not pass a triangle. Thinner boxes are not judged.
    double pass = 0;
    /// Units around a box in which a triangle must be where the box is stopped.
    double phantom = 0;
};

struct TracedSurface {
    const Proof* proof = nullptr;
    std::vector<SurfaceTruth> truths;
    /// Where boxes begin and end. Within it no box comes around the border of an open surface.
    std::function<Box(const Box&)> around;
    /// Whether a point is on the free side of the surface.
    std::function<bool(const Vec3&)> isFree;
};

/// What a trace is meant to try.
enum class TraceKind : unsigned char {
    Anywhere,  ///< between two places at random
    AtCorner,  ///< a corner, edge or side of the box goes to a corner of a triangle, and on, or just beside it
    AtEdge,    ///< the same to an edge of a triangle, which is a seam between two brushes
    Near,      ///< a short way from beside the surface
    Along,     ///< from beside the surface, along a triangle or along its edge
    Touching,  ///< from where the trace before was stopped
};
inline constexpr std::size_t kTraceKinds = 6;

struct TraceTally {
    std::array<std::size_t, kTraceKinds> stopped{}, passed{};
    /// Answers of boxes at query time, among all.
    std::size_t queries = 0;

    std::size_t traces() const;
    /// Expects a least share of all traces for each kind, stopped and passed, and for boxes at query time.
    void expectAllKinds() const;
    std::string text() const;
};

/// Traces the box of each hull about `traces` times, unless it has no free place.
void traceBoxes(const TracedSurface& surface, const std::vector<HullSpec>& hulls, std::size_t traces, SplitMix& random,
                TraceTally& tally);

/// Returns boxes from a cube of one unit to a large one, flat and narrow ones, with the origin in the middle, at the
/// feet and at a corner.
std::vector<HullSpec> sweptHulls();

}  // namespace hullbake::test
