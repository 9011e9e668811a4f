#include "scene/passed_members.hpp"

#include <bit>
#include <span>

#include "scene/members.hpp"
#include "simd/target.hpp"

namespace hullbake::detail {

namespace {

// False for NaN. One branch for two sides, as it is hard to predict on which side a member is.
bool liesBeyond(double low, double high, double first, double last) {
    return (low > last) | (high < first);
}

bool liesBeyond(const Box& box, const Surroundings& around) {
    return liesBeyond(box.mins.x, box.maxs.x, around.low.x, around.high.x) ||
           liesBeyond(box.mins.y, box.maxs.y, around.low.y, around.high.y) ||
           liesBeyond(box.mins.z, box.maxs.z, around.low.z, around.high.z);
}

bool isPassed(const format::ModelRecord& model, const Transform& transform, const Surroundings& around) {
    return model.brushCount != 0 && liesBeyond(placedBounds(model, transform), around);
}

#ifdef HULLBAKE_AVX

HULLBAKE_BEGIN_AVX
// x and y at once. Invariant: the same sums and comparisons as in liesBeyond.
struct SurroundingsAvx {
    explicit SurroundingsAvx(const Surroundings& around)
        : low(_mm_loadu_pd(&around.low.x)),
          high(_mm_loadu_pd(&around.high.x)),
          under(around.low.z),
          over(around.high.z) {}
    HULLBAKE_INLINE bool lieBeside(const double* mins, const double* maxs, const Vec3& by) const {
        const __m128d way = _mm_loadu_pd(&by.x);
        const __m128d after = _mm_cmp_pd(_mm_add_pd(_mm_loadu_pd(mins), way), high, _CMP_GT_OQ);
        const __m128d before = _mm_cmp_pd(_mm_add_pd(_mm_loadu_pd(maxs), way), low, _CMP_LT_OQ);
        return _mm_movemask_pd(_mm_or_pd(after, before)) != 0;
    }
    HULLBAKE_INLINE bool lieAbove(double mins, double maxs, double by) const {
        return liesBeyond(mins + by, maxs + by, under, over);
    }

    __m128d low, high;
    double under, over;
};

HULLBAKE_INLINE bool mayTurnAvx(const Transform& transform) {
    const double* axes = &transform.axes[0].x;
    const __m256d first = _mm256_xor_pd(_mm256_loadu_pd(axes), _mm256_setr_pd(1, 0, 0, 0));
    const __m256d second = _mm256_xor_pd(_mm256_loadu_pd(axes + 4), _mm256_setr_pd(1, 0, 0, 0));
    const __m256i differs = _mm256_castpd_si256(_mm256_or_pd(first, second));
    return _mm256_testz_si256(differs, differs) == 0 ||
           std::bit_cast<std::uint64_t>(transform.axes[2].z) != std::bit_cast<std::uint64_t>(1.0);
}

HULLBAKE_NOINLINE std::uint32_t passModelsAvx(const format::Tables& tables, const PlacedModel* models,
                                              std::uint32_t count, const Surroundings& around, std::uint32_t i) {
    const SurroundingsAvx beside(around);
    const format::ModelRecord* const records = tables.models.data();
    const std::size_t known = tables.models.size();
    for (; i < count; ++i) {
        const PlacedModel& placed = *(models + i);
        if (placed.model.value >= known) break;
        const format::ModelRecord& model = *(records + placed.model.value);
        const Transform& transform = placed.transform;
        if (model.brushCount == 0) break;
        if (mayTurnAvx(transform)) {
            if (!isPassed(model, transform, around)) break;
        } else if (!beside.lieBeside(model.mins, model.maxs, transform.displacement) &&
                   !beside.lieAbove(model.mins[2], model.maxs[2], transform.displacement.z)) {
            break;
        }
    }
    return i;
}

HULLBAKE_NOINLINE std::uint32_t passBodiesAvx(const Body* bodies, std::uint32_t count, const Surroundings& around,
                                              std::uint32_t i) {
    const SurroundingsAvx beside(around);
    for (; i < count; ++i) {
        const Body& body = *(bodies + i);
        if (!beside.lieBeside(&body.box.mins.x, &body.box.maxs.x, body.origin) &&
            !beside.lieAbove(body.box.mins.z, body.box.maxs.z, body.origin.z))
            break;
    }
    return i;
}
HULLBAKE_END_TARGET

#endif

std::uint32_t passModels(const format::Tables& tables, std::span<const PlacedModel> models, const Surroundings& around,
                         std::uint32_t i) {
    const auto count = static_cast<std::uint32_t>(models.size());
#ifdef HULLBAKE_AVX
    if (kHasAvx) return passModelsAvx(tables, models.data(), count, around, i);
#endif
    while (i < count && models[i].model.value < tables.models.size() &&
           isPassed(tables.models[models[i].model.value], models[i].transform, around))
        ++i;
    return i;
}

std::uint32_t passBodies(std::span<const Body> bodies, const Surroundings& around, std::uint32_t i) {
    const auto count = static_cast<std::uint32_t>(bodies.size());
#ifdef HULLBAKE_AVX
    if (kHasAvx) return passBodiesAvx(bodies.data(), count, around, i);
#endif
    while (i < count && liesBeyond(placeOf(bodies[i]), around)) ++i;
    return i;
}

}  // namespace

std::uint32_t passMembers(const format::Tables& tables, const Scene& scene, const Surroundings& around,
                          std::uint32_t i) {
    const auto models = static_cast<std::uint32_t>(scene.models.size());
    if (i < models) i = passModels(tables, scene.models, around, i);
    return i < models ? i : models + passBodies(scene.bodies, around, i - models);
}

}  // namespace hullbake::detail
