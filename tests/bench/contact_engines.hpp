// Pairs of placed bodies, and the engines that find where they touch.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hullbake/contact.hpp"

namespace hullbake::bench {

/// A pair at one moment. Pairs of one series are the same two bodies a step later.
struct PlacedPair {
    Shape a, b;
    Vec3 originA, originB;
    std::size_t series = 0;
};

struct PairSet {
    std::string name;
    std::string order;  ///< "warm": bodies that turn and pass each other in small steps; "cold": strangers each time
    std::size_t seriesCount = 0;
    std::vector<PlacedPair> pairs;
    std::vector<std::unique_ptr<ConvexShape>> convex;  ///< of the shapes
};

struct PairAnswer {
    bool overlaps = false;
    std::optional<double> depth;  ///< where it is told
};

/// Answers pairs that it has made its own shapes of before.
class PairEngine {
  public:
    explicit PairEngine(std::string name) : name_(std::move(name)) {}
    PairEngine(const PairEngine&) = delete;
    PairEngine& operator=(const PairEngine&) = delete;
    virtual ~PairEngine() = default;

    const std::string& name() const { return name_; }
    virtual PairAnswer answer(std::size_t pair) const = 0;
    /// Answers all pairs in order. Returns the sum of the depths, so that nothing is left out.
    virtual double pass() const = 0;

  private:
    std::string name_;
};

using PairEngines = std::vector<std::unique_ptr<PairEngine>>;

/// Names of engines, for looking up their rows.
inline constexpr const char* kOurContact = "contact";
inline constexpr const char* kOurOverlaps = "overlaps";
inline constexpr const char* kMprContact = "libccd MPR";
inline constexpr const char* kMprOverlaps = "MPR, yes or no";

/// `contact` and `overlaps`, then those of the peers that are built in. The set must outlive them.
PairEngines makePairEngines(const PairSet& set);

// Defined only where the library is installed.
void addCcd(const PairSet& set, PairEngines& engines);
void addFcl(const PairSet& set, PairEngines& engines);

/// Returns the names and packages of the peers that are not built in.
std::vector<std::string> missingPairPeers();

}  // namespace hullbake::bench
