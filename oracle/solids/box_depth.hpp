// Measures how deep an upright box is in the brushes of a file: by brute force in those that are near.
//
// In: a file's brushes, a box and places. Out: the depth in the deepest brush.
// Invariant: a depth of more than -kBeside is that of growSolids: to the bit, for turned brushes to 1e-9 units. Bounds
// only tell what is farther outside.
// A sum of a brush and a box has a face across each axis. What is outside of its bounds is as far outside of that face.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "hullbake/transform.hpp"
#include "oracle/solids/file_solids.hpp"

namespace hullbake::oracle {

/// Units outside of a brush from which on only the side is told. Above all that a judge asks for.
inline constexpr double kBeside = 1;
/// What is told of a place that is farther outside.
inline constexpr double kFarOutside = -1e30;

/// Returns true if the way is deeper in the brush than that, at its end or for longer than kSurfaceTolerance. A shorter
/// stretch cuts a corner, as a trace may.
bool goesDeeper(const GrownBrush& brush, const Vec3& from, const Vec3& to, double than);

/// What a box meets that goes straight down.
struct MeetBelow {
    double far = 1e30;        ///< units down to there
    std::vector<double> ups;  ///< z of the normals of the faces that it meets there, within kSameMeet
};
/// Units between meetings that are one.
inline constexpr double kSameMeet = 1e-4;
/// Returns the meeting with the brush, unless the box begins in it. It counts where it gets deeper than
/// kSurfaceTolerance within `reach`.
std::optional<MeetBelow> meetBelow(const GrownBrush& brush, const Vec3& at, double reach);
/// Takes another meeting in: the nearer one counts, or both.
void takeNearer(MeetBelow& nearest, const MeetBelow& other);

/// A box in the brushes of one model where the map draws it. Each brush is grown when the box first comes near.
class BoxInModel {
  public:
    /// `map` and `solids` must outlive it. The box must have an extent along each axis.
    BoxInModel(const ClipMap& map, const FileSolids& solids, ModelId model, const Box& box);

    /// Returns the depth of the box there in the deepest brush that the mask has.
    double depth(const Vec3& at, Contents mask);
    /// Returns how much deeper in one brush the box is at `to` than at `from`, at most. Depths below `than` count as
    /// that.
    double deeperBy(const Vec3& from, const Vec3& to, Contents mask, double than);
    /// Returns true if the box goes deeper in a brush than that on the way.
    bool goesDeeper(const Vec3& from, const Vec3& to, Contents mask, double than);
    /// Returns the nearest meeting with a brush, or one that is far away.
    MeetBelow below(const Vec3& at, double reach, Contents mask);

  private:
    struct Entry {
        const FileBrush* solid;
        Box bounds;  ///< of the grown brush, or around it
        std::unique_ptr<GrownBrush> grown;
    };
    void lookAround(const Vec3& at);
    template <class Visit>
    void forBrushesAlong(const Vec3& from, const Vec3& to, Contents mask, const Visit& visit);
    const GrownBrush& grown(Entry& entry);

    Box box_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> near_;
    Box room_{{1, 1, 1}, {0, 0, 0}};  ///< of places whose brushes are near_
};

/// The brushes of one model that turns, and boxes in them. A brush is turned and grown again where it is near a box.
class TurnedModel {
  public:
    /// `map` and `solids` must outlive it.
    TurnedModel(const ClipMap& map, const FileSolids& solids, ModelId model);

    /// Puts the model elsewhere.
    void place(const Transform& transform);
    /// Returns the depth of the box there in the deepest brush. `key` stands for the box, which must stay the same.
    double depth(std::size_t key, const Box& box, const Vec3& at, Contents mask);
    /// As of BoxInModel, with the model placed elsewhere before.
    double deeperBy(std::size_t key, const Box& box, const Transform& before, const Vec3& from, const Vec3& to,
                    Contents mask, double than);
    bool goesDeeper(std::size_t key, const Box& box, const Vec3& from, const Vec3& to, Contents mask, double than);
    MeetBelow below(std::size_t key, const Box& box, const Vec3& at, double reach, Contents mask);

  private:
    struct Entry {
        const FileBrush* solid = nullptr;
        bool looked = false;
        Box bounds;                 ///< of the bare brush, turned
        std::vector<Plane> planes;  ///< of its faces that grow, turned
        std::optional<BareBrush> turned;
        std::map<std::size_t, GrownBrush> grown;  ///< by box
    };
    void look(Entry& entry) const;
    bool isFar(const Entry& entry, const Box& box, const Vec3& at) const;
    bool isFarFromAll(const Box& box, const Vec3& at) const;
    const std::vector<Entry*>& entriesFor(std::size_t key, const Box& box);
    const GrownBrush& grown(Entry& entry, std::size_t key, const Box& box);
    std::vector<double> depths(std::size_t key, const Box& box, const Vec3& at, Contents mask);
    template <class Visit>
    void forBrushesAlong(std::size_t key, const Box& box, const Vec3& from, const Vec3& to, Contents mask,
                         const Visit& visit);

    const ClipMap& map_;
    const FileSolids& solids_;
    ModelId model_;
    Transform transform_;
    bool hasBall_ = false;  ///< around all brushes, before they turn
    Vec3 middle_;
    double radius_ = 0;
    std::map<const FileBrush*, Entry> entries_;
    std::map<std::size_t, std::vector<Entry*>> boxes_;  ///< the brushes that each meets
};

}  // namespace hullbake::oracle
