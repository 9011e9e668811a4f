// Finds how deep a body is in each of the brushes around it, and the least move out of them.
// In: a probe and its position. Out: a contact for each brush, in the order of the map, then of the scene's members.
// The body is seen from the model, or from a member of the scene, whose box is a brush. Each brush becomes a convex
// body around its own middle, so that numbers stay small wherever it lies, and the contact of two bodies does the rest.

#include <algorithm>

#include "brushes/brush_shape.hpp"
#include "brushes/model_brushes.hpp"
#include "brushes/turned_set.hpp"
#include "hullbake/clip_map.hpp"
#include "neighbours/move_out.hpp"
#include "query/all_models.hpp"
#include "query/probe_checks.hpp"
#include "query/refusal.hpp"
#include "scene/body_tables.hpp"
#include "scene/members.hpp"
#include "scene/round_bodies.hpp"
#include "shapes/body_contact.hpp"
#include "shapes/support_core.hpp"

namespace hullbake {

using namespace detail;
using namespace format;

namespace {

// Upper bound of the pairs of edges that one query looks at.
constexpr std::int64_t kContactBudget = std::int64_t{1} << 24;
// What else a brush costs, in pairs of edges.
constexpr std::int64_t kCostOfBrush = 64;

// A brush as a body.
class BrushBody {
  public:
    // Returns false if the brush has more corners, faces or edges than a convex set holds.
    bool take(const BrushShape& shape, bool isBox) {
        core_ = {};
        const Vec3 first = shape.corner(0);
        Box bounds{first, first};
        for (std::uint32_t i = 1; i < shape.cornerCount(); ++i) {
            const Vec3 corner = shape.corner(i);
            for (int a = 0; a < 3; ++a) {
                bounds.mins[a] = std::min(bounds.mins[a], corner[a]);
                bounds.maxs[a] = std::max(bounds.maxs[a], corner[a]);
            }
        }
        core_.origin = (bounds.mins + bounds.maxs) * 0.5;
        core_.half = (bounds.maxs - bounds.mins) * 0.5;
        core_.rank = isBox ? CoreRank::Box : CoreRank::Convex;
        return isBox || takeConvex(shape);
    }
    const Core& core() const { return core_; }

  private:
    bool takeConvex(const BrushShape& shape) {
        const auto faces = shape.faces();
        if (shape.cornerCount() > kMaxConvexPoints || faces.size() > kMaxConvexFaces ||
            shape.edgeCount() > kMaxConvexEdges)
            return false;
        convex_.extent = ConvexExtent::Solid;
        convex_.cornerCount = static_cast<std::uint8_t>(shape.cornerCount());
        convex_.faceCount = static_cast<std::uint8_t>(faces.size());
        convex_.edgeCount = static_cast<std::uint8_t>(shape.edgeCount());
        for (std::uint32_t i = 0; i < shape.cornerCount(); ++i) convex_.corners[i] = shape.corner(i) - core_.origin;
        for (std::size_t i = 0; i < faces.size(); ++i) {
            const Vec3 normal = vectorOf(faces[i].normal);
            // As far out as the corners are, whatever rounding the file's plane has.
            double dist = dot(normal, convex_.corners[0]);
            for (std::uint32_t k = 1; k < shape.cornerCount(); ++k)
                dist = std::max(dist, dot(normal, convex_.corners[k]));
            convex_.faces[i] = {normal, dist};
        }
        for (std::uint32_t i = 0; i < shape.edgeCount(); ++i) {
            const EdgeRecord edge = shape.edge(i);
            for (int k = 0; k < 2; ++k) {
                convex_.edges[i].corners[k] = static_cast<std::uint8_t>(edge.corners[k]);
                convex_.edges[i].faces[k] = static_cast<std::uint8_t>(edge.faces[k]);
            }
        }
        core_.convex = &convex_;
        return true;
    }

    Core core_;
    ConvexShape convex_;
};

// The shape as seen from the model, around its origin.
Shape shapeInModel(const Turn& turn, const Shape& shape) {
    Shape seen = shape;
    seen.centre = turn.directionBack(shape.centre);
    for (int i = 0; i < 2; ++i) seen.ends[i] = turn.directionBack(shape.ends[i]);
    for (int i = 0; i < 3; ++i) seen.axes[i] = turn.directionBack(shape.axes[i]);
    return seen;
}

// A body among the brushes of a model, seen from it.
class ContactSearch {
  public:
    ContactSearch(const Tables& tables, Contents mask, const Turn& turn, const Vec3& origin, const Shape& shape,
                  std::int64_t& budget)
        : tables_(tables),
          mask_(mask),
          turn_(turn),
          origin_(origin),
          shape_(shapeInModel(turn, shape)),
          bounds_(shape_.bounds()),
          core_(coreOf(shape_, origin)),
          support_(core_, core_.centre),
          budget_(budget) {}

    // Calls visit(contact) for the brushes of the model that the body touches. `ofBody`: the brush is the box of a
    // body.
    template <class Visit>
    void run(const BrushSet& brushes, ModelId model, bool ofBody, const Visit& visit) {
        brushes.forBrushesWithin(origin_, origin_, kNearBrush, [&](std::uint32_t index) {
            const BrushRecord& brush = tables_.brushes[index];
            if (!any(static_cast<Contents>(brush.contents) & mask_) || !brushes.rule.takesPart(brush)) return;
            BrushContact contact;
            if (budget_ <= 0 || !touches(brush, ofBody || impliesShape(brush), contact)) return;
            contact.model = model;
            contact.brush = brush.number;
            contact.line = brush.line;
            contact.entity = brush.entity;
            contact.contents = static_cast<Contents>(brush.contents);
            visit(contact);
        });
    }
    const Box& bounds() const { return bounds_; }

  private:
    bool touches(const BrushRecord& brush, bool isBox, BrushContact& contact) {
        const BrushShape shape(tables_, brush);
        double height = -1e300;  // of the origin over the planes that bound it
        Vec3 plane;
        budget_ -= kCostOfBrush;
        for (const SideRecord& face : shape.faces()) {
            const Vec3 normal = vectorOf(face.normal);
            const double over = dot(normal, origin_) - face.dist;
            const bool bare = (face.flags & kSideNotGrown) != 0;
            if (over - (bare ? 0 : support_.reach(-normal) + core_.radius) > kNearBrush) return false;
            if (bare && over > height) height = over, plane = normal;
        }
        budget_ -= std::int64_t{shape.edgeCount()} * support_.edgeCount();
        if (!brush_.take(shape, isBox)) budget_ = 0;
        if (budget_ <= 0) return false;
        ContactCache cache;
        const BodyContact found = contactOfCores(brush_.core(), core_, cache);
        if (std::max(found.distance, height) > kSurfaceTolerance) return false;
        const bool atPlane = height > found.distance;
        contact.exact = found.exact || atPlane;
        contact.depth = atPlane ? -height : -found.distance;
        contact.normal = turn_.direction(atPlane ? plane : found.normal);
        contact.point = turn_.place(atPlane ? origin_ - plane * height : found.onA);
        return true;
    }

    const Tables& tables_;
    Contents mask_;
    const Turn& turn_;
    Vec3 origin_;
    Shape shape_;
    Box bounds_;
    Core core_;
    SupportCore support_;
    BrushBody brush_;
    std::int64_t& budget_;
};

bool isBeforeContact(const BrushContact& a, const BrushContact& b) {
    // Members come after the models of the map, as kNoMember plus one is 0.
    if (!(a.member == b.member)) return a.member.value + 1 < b.member.value + 1;
    if (a.model.value != b.model.value) return a.model.value < b.model.value;
    return a.entity != b.entity ? a.entity < b.entity : a.brush < b.brush;
}

// Inserts an answer and keeps those that come first in the order of the map.
void insertContact(const BrushContact& contact, std::span<BrushContact> out, std::size_t count) {
    std::size_t at = std::min(count, out.size());
    if (at == out.size() && (at == 0 || !isBeforeContact(contact, out[--at]))) return;
    for (; at > 0 && isBeforeContact(contact, out[at - 1]); --at) out[at] = out[at - 1];
    out[at] = contact;
}

bool haveShapes(const Tables& tables, ModelId model) {
    if (model != kAllModels) return hasShapes(tables, model);
    for (std::uint32_t m = 0; m < tables.models.size(); ++m)
        if (!hasShapes(tables, {m})) return false;
    return true;
}

Refusal refusalOfContacts(const Tables& tables, const Probe& probe, const Vec3& origin) {
    Probe rest = probe;
    rest.scene = nullptr;
    if (probe.shape != nullptr) {
        if (!probe.shape->valid()) return Refusal::BadShape;
        rest.shape = nullptr;
        rest.box = Box{};
    }
    if (!accepts(tables, rest, origin)) return refusalAt(tables, rest, origin);
    return haveShapes(tables, probe.model) ? Refusal::None : Refusal::UnturnableModel;
}

// The brushes that count for the body: for a box those of its hull, for a shape those that count for any box.
BrushSet brushesAround(const Tables& tables, const Probe& probe, const Box& bounds, ModelId model) {
    if (probe.shape == nullptr) {
        BrushSet set = probeBrushes(tables, probe, model);
        set.box = bounds;
        return set;
    }
    return boxBrushes(tables, bounds, tables.hulls.size(), model);
}

// All contacts of one body.
class ContactList {
  public:
    ContactList(const Tables& tables, const Probe& probe, const Vec3& origin, std::span<BrushContact> out)
        : tables_(tables), probe_(probe), origin_(origin), shape_(shapeOf(tables, probe)), out_(out) {}

    NeighbourCount run() {
        addModels(probe_, kNoMember);
        if (probe_.scene != nullptr) addMembers();
        if (budget_ <= 0) refusal_ = Refusal::TooMuchWork;
        return refusal_ == Refusal::None ? NeighbourCount{count_} : NeighbourCount{0, true, refusal_};
    }

  private:
    void add(BrushContact contact, MemberId member) {
        contact.member = member;
        insertContact(contact, out_, count_++);
    }

    // Its own frame, because a search takes much stack.
    HULLBAKE_NOINLINE void addModels(const Probe& probe, MemberId member) {
        const Turn turn = turnOf(probe);
        ContactSearch search(tables_, probe.mask, turn, turn.placeBack(origin_), shape_, budget_);
        const ModelRange models = modelsOf(tables_, probe.model);
        for (std::uint32_t m = models.first; m < models.end; ++m)
            search.run(brushesAround(tables_, probe, search.bounds(), {m}), {m}, false,
                       [&](const BrushContact& contact) { add(contact, member); });
    }

    HULLBAKE_NOINLINE void addBox(const Body& body, MemberId member) {
        const BodyTables brush(body);
        const Turn turn{Transform()};
        ContactSearch search(brush.tables(), probe_.mask, turn, origin_, shape_, budget_);
        search.run(boxBrushes(brush.tables(), search.bounds(), 0, {}), {}, true,
                   [&](const BrushContact& contact) { add(contact, member); });
    }

    HULLBAKE_NOINLINE void addRound(const Body& body, MemberId member) {
        budget_ -= kCostOfBrush;
        const BodyContact found = contact(detail::shapeOf(body), body.origin, shape_, origin_);
        if (found.distance > kSurfaceTolerance) return;
        BrushContact round;
        round.contents = body.contents;
        round.exact = found.exact;
        round.depth = -found.distance;
        round.normal = found.normal;
        round.point = found.onA;
        add(round, member);
    }

    void addMembers() {
        const Box place = sweptBox(reachOf(shape_.bounds()), origin_, origin_);
        const bool valid = forMembersNear(tables_, *probe_.scene, place, [&](MemberId member) {
            if (member.isModel()) {
                const Probe one = probeOfModel(tables_, probe_, probe_.scene->models[member.index()]);
                if (!hasShapes(tables_, one.model)) refusal_ = Refusal::UnturnableModel;
                if (refusal_ == Refusal::None) addModels(one, member);
            } else if (const Body& body = probe_.scene->bodies[member.index()]; any(body.contents & probe_.mask)) {
                isRound(body) ? addRound(body, member) : addBox(body, member);
            }
            return refusal_ == Refusal::None && budget_ > 0;
        });
        if (!valid) refusal_ = Refusal::BadScene;
    }

    const Tables& tables_;
    const Probe& probe_;
    Vec3 origin_;
    Shape shape_;
    std::span<BrushContact> out_;
    std::size_t count_ = 0;
    std::int64_t budget_ = kContactBudget;
    Refusal refusal_ = Refusal::None;
};

}  // namespace

NeighbourCount ClipMap::contacts(const Probe& probe, const Vec3& origin, std::span<BrushContact> out) const noexcept {
    const Refusal refusal = refusalOfContacts(tables_, probe, origin);
    if (refusal != Refusal::None) return {0, true, refusal};
    return ContactList(tables_, probe, origin, out).run();
}

MoveOut leastMoveOut(std::span<const BrushContact> contacts) noexcept {
    return leastMoveOutOf(contacts.size(), [&](std::size_t i) { return Limit{contacts[i].normal, contacts[i].depth}; });
}

}  // namespace hullbake
