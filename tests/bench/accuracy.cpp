#include "tests/bench/accuracy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hullbake::bench {

namespace {

constexpr double kGrazing = 0.1;  // cosine of the angle to the normal below which a move grazes
/// Tolerances of acceptable answers: the contract's, almost none, and a wider one.
constexpr std::array<oracle::Tolerance, 3> kDepths = {
    {{kSurfaceTolerance},
     {1e-4 * kSurfaceTolerance, 0.1, 1e-8, kMaxCoordinate, kSurfaceTolerance},
     {5 * kSurfaceTolerance}}};

// Returns where a box stops that hits `plane` at `contact` and keeps `skin` from it.
double pulledBack(const Segment& segment, const Plane& plane, double contact, double skin) {
    const double d0 = distanceTo(plane, segment.start), d1 = distanceTo(plane, segment.end);
    if (!(d0 > d1)) return contact;
    return std::clamp((d0 - skin) / (d0 - d1), 0.0, contact);
}

bool stopsThere(const Segment& segment, const oracle::EnteredPlane& entered, double contact, const Stop& stop,
                double skin) {
    const Vec3 move = segment.end - segment.start;
    const double size = length(move);
    const double off = std::fabs(stop.fraction - pulledBack(segment, entered.plane, contact, skin)) * size;
    const double cosine = std::fabs(dot(move, entered.plane.normal)) / size;
    return (cosine > kGrazing ? off : off * cosine) <= kRightStop;
}

}  // namespace

Verdict judge(const Segment& segment, const oracle::TraceAnswer& answer, const Stop& stop, const EngineInfo& engine) {
    if (engine.tellsStart && (stop.startsolid != answer.startsolid || stop.allsolid != answer.allsolid))
        return Verdict::WrongFlags;
    if (answer.allsolid) return Verdict::Right;
    if (stop.hit != answer.hit) return Verdict::WrongHit;
    if (!answer.hit) return Verdict::Right;
    const auto stopsAt = [&](double contact, const std::vector<oracle::EnteredPlane>& planes) {
        return std::any_of(planes.begin(), planes.end(), [&](const oracle::EnteredPlane& plane) {
            return stopsThere(segment, plane, contact, stop, engine.skin);
        });
    };
    bool right = stopsAt(answer.hitFraction, answer.planes);
    for (const oracle::TraceAnswer::Alternative& alternative : answer.alternatives)
        right = right || stopsAt(alternative.fraction, alternative.planes);
    return right ? Verdict::Right : Verdict::WrongPlace;
}

std::vector<Judged> judgeAll(const oracle::SolidSet& solids, const Engines& engines,
                             std::span<const Segment> segments) {
    std::vector<Judged> judged(engines.size());
    for (const Segment& segment : segments) {
        const oracle::TraceAnswer answer = solids.trace(segment.start, segment.end, kMaskBlocking);
        for (std::size_t i = 0; i < engines.size(); ++i) {
            const EngineInfo& info = engines[i]->info();
            const Stop stop = engines[i]->stop(segment);
            Verdict verdict = judge(segment, answer, stop, info);
            for (std::size_t k = 1; k < kDepths.size() && verdict != Verdict::Right; ++k) {
                const oracle::TraceAnswer other = solids.trace(segment.start, segment.end, kMaskBlocking, kDepths[k]);
                if (judge(segment, other, stop, info) == Verdict::Right) verdict = Verdict::Right;
            }
            Judged& sum = judged[i];
            ++sum.traces;
            sum.hits += answer.hit ? 1u : 0u;
            sum.wrong += verdict != Verdict::Right ? 1u : 0u;
            sum.hitDiffers += verdict == Verdict::WrongHit ? 1u : 0u;
            sum.flagDiffers += verdict == Verdict::WrongFlags ? 1u : 0u;
        }
    }
    return judged;
}

}  // namespace hullbake::bench
