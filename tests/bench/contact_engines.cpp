#include "tests/bench/contact_engines.hpp"

#include <utility>

namespace hullbake::bench {

namespace {

// Keeps a cache for each pair of bodies that stays together.
class OurPairs final : public PairEngine {
  public:
    OurPairs(const PairSet& set, bool whole)
        : PairEngine(whole ? kOurContact : kOurOverlaps), set_(set), whole_(whole), warm_(set.order == "warm") {
        caches_.resize(set.seriesCount);
    }

    PairAnswer answer(std::size_t pair) const override {
        const PlacedPair& p = set_.pairs[pair];
        if (!whole_) return {overlaps(p.a, p.originA, p.b, p.originB, cacheOf(p)), {}};
        const BodyContact found = contact(p.a, p.originA, p.b, p.originB, cacheOf(p));
        return {found.overlaps, -found.distance};
    }
    double pass() const override {
        double sum = 0;
        if (whole_)
            for (const PlacedPair& p : set_.pairs) sum += contact(p.a, p.originA, p.b, p.originB, cacheOf(p)).distance;
        else
            for (const PlacedPair& p : set_.pairs) sum += overlaps(p.a, p.originA, p.b, p.originB, cacheOf(p)) ? 1 : 0;
        return sum;
    }

  private:
    ContactCache* cacheOf(const PlacedPair& pair) const { return warm_ ? &caches_[pair.series] : nullptr; }

    const PairSet& set_;
    bool whole_, warm_;
    mutable std::vector<ContactCache> caches_;
};

}  // namespace

PairEngines makePairEngines(const PairSet& set) {
    PairEngines engines;
    engines.push_back(std::make_unique<OurPairs>(set, true));
    engines.push_back(std::make_unique<OurPairs>(set, false));
#ifdef HULLBAKE_BENCH_CCD
    addCcd(set, engines);
#endif
#ifdef HULLBAKE_BENCH_FCL
    addFcl(set, engines);
#endif
    return engines;
}

std::vector<std::string> missingPairPeers() {
    std::vector<std::string> missing;
#ifndef HULLBAKE_BENCH_CCD
    missing.emplace_back("libccd (libccd-dev)");
#endif
#ifndef HULLBAKE_BENCH_FCL
    missing.emplace_back("FCL (libfcl-dev)");
#endif
    return missing;
}

}  // namespace hullbake::bench
