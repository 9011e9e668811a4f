// Measures contacts of two bodies beside other engines, and counts the wrong answers of each.
#pragma once

#include <cstdint>

#include "tests/bench/contact_engines.hpp"
#include "tests/bench/results.hpp"
#include "tests/bench/timing.hpp"

namespace hullbake::bench {

enum class PairKind : unsigned char { BoxBox, BallBox, CapsuleBox, CylinderBox, ConvexConvex };
inline constexpr PairKind kPairKinds[] = {PairKind::BoxBox, PairKind::BallBox, PairKind::CapsuleBox,
                                          PairKind::CylinderBox, PairKind::ConvexConvex};

/// Makes pairs of which about half overlap, by up to a tenth of their size, and half are as near. Warm ones are series
/// of 32 small steps.
PairSet makePairs(PairKind kind, bool warm, std::size_t count, std::uint64_t seed);

/// What is true of a pair, by brute force in long double. A cylinder is a prism there, which is less than the cylinder
/// by at most `margin`.
struct PairTruth {
    double distance = 0;  ///< less than 0: minus the depth
    double margin = 0;    ///< the exact distance may be less by this
    double size = 0;      ///< half of the sums of the sides of both bodies
};
PairTruth truthOf(const PlacedPair& pair);

enum class PairVerdict : unsigned char { Right, WrongOverlap, WrongDepth };
/// Overlaps and gaps below a millionth of the size may be told either way. Depths may be off by a thousandth of it.
PairVerdict judgePair(const PairAnswer& answer, const PairTruth& truth);

struct ContactBench {
    std::size_t pairs = 4096;  ///< of each kind and order
    Repetition repetition;
};

/// Adds rows "contact" for each kind of pair, order and engine: "ns" of a pair, "wrong" overlaps and "depth" errors per
/// million.
void benchContacts(const ContactBench& bench, Results& results);

}  // namespace hullbake::bench
