// Triggers: volumes that tell who comes and goes, along the path that a body really took. No heap, no globals.
// docs/volumes.md has the recipe and the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hullbake/slide.hpp"

namespace hullbake {

/// A volume: the union of brushes of a model, or a box.
struct Trigger {
    ModelId model{};               ///< whose brushes it is; not kAllModels
    Contents contents = kMaskAll;  ///< only brushes with one of these bits; a ladder may be brushes of the world
    std::optional<Box> box{};      ///< this box, in the world, instead of a model
    Transform transform{};         ///< where it is when the path starts; a box must not be turned
    Vec3 moved{};                  ///< its way during the path, straight and even, units
    std::uint32_t kinds = ~0u;     ///< the kinds of bodies that it takes notice of, a bit each
    std::int32_t priority = 0;     ///< at one time, the higher one is told first
    bool enabled = true;           ///< false: nobody is in it. A game that removes a trigger keeps its place like this
    bool jumped = false;           ///< it came here without a way: loaded, teleported, or made anew
    bool stops = false;            ///< the first time that a body enters it ends the path there
};

/// What a body did, as `slide` and `walk` tell it.
struct Passage {
    Vec3 start{};        ///< of the body's origin, world units
    double seconds = 0;  ///< 0 to kMaxMoveSeconds: so long, if that is after its last point, the body stays there
    std::span<const PathPoint> path{};  ///< all bends and the end; none: it stays at `start`
    std::uint32_t kind = 1;             ///< the kinds that it is of, a bit each
    bool enabled = true;                ///< false: it is in no trigger
    bool jumped = false;                ///< it came to `start` without a way: spawned or teleported
};

enum class TriggerEventKind : std::uint8_t { Leave, Enter };

enum class TriggerReason : std::uint8_t {
    Crossed,   ///< on its way, or that of the trigger
    Jumped,    ///< one of them came there without a way, or the move took the body out of solid
    Started,   ///< Enter: inside when the path starts, and was not told before: enabled, grown, of another kind
    Gone,      ///< Leave: outside when the path starts, without having left
    Disabled,  ///< Leave: trigger or body is disabled, or of another kind
};

struct TriggerEvent {
    double time = 0;  ///< seconds since the start of the path
    std::uint32_t trigger = 0;
    TriggerEventKind kind = TriggerEventKind::Leave;
    TriggerReason reason = TriggerReason::Crossed;
    std::uint32_t point = 0;  ///< index of the path's point to which the body was going
    double fraction = 0;      ///< of the way there, 0 to 1
    Vec3 position;            ///< of the body's origin
    Vec3 velocity;            ///< of the body, units a second: the mean of this piece of the path
};

/// Returns "leave" or "enter".
HULLBAKE_API std::string_view triggerEventName(TriggerEventKind kind) noexcept;
/// Returns "crossed", "jumped", "started", "gone" or "disabled".
HULLBAKE_API std::string_view triggerReasonName(TriggerReason reason) noexcept;

struct TouchResult {
    bool invalid = false;  ///< nothing was changed; `refusal` is the reason
    Refusal refusal = Refusal::None;
    std::size_t events = 0;  ///< all of them, also those past the caller's room
    bool told = false;       ///< all events were told, and `inside` is up to date
    bool stopped = false;    ///< a trigger ended the path
    double time = 0;         ///< seconds: where it was ended; else the end
    Vec3 position;           ///< of the body there
};

/// Returns the number of words that `inside` needs for one body.
constexpr std::size_t triggerWords(std::size_t triggers) {
    return (triggers + 63) / 64;
}

/// Tells which triggers a body enters and leaves on its way. The body is the probe's box or hull; the rest of the probe
/// is not looked at. Inside is deeper than kSurfaceTolerance in some brush of the trigger; touching is not. Seams
/// between brushes of one trigger are silent.
///
/// `inside` is the state, the caller's: bit i % 64 of word i / 64 is set while the body is in trigger i. All zero at
/// first. For each trigger, Enter and Leave alternate, and the bit is that of the last one. Events come in the order of
/// time and place on the path; at one place Leave before Enter, then the higher priority, then the lower index. If
/// there are more than `events` has room for, it gets the first of them, `told` is false, and `inside` stays as it was:
/// call again with more room.
///
/// A step counts as the straight line from the foot to the tread. Where the move took the body out of solid, it jumps.
/// Time: each piece of the path against the brushes near it, for each trigger that the path comes near.
HULLBAKE_API TouchResult touchTriggers(const ClipMap& map, const Probe& body, const Passage& passage,
                                       std::span<const Trigger> triggers, std::span<std::uint64_t> inside,
                                       std::span<TriggerEvent> events) noexcept;

}  // namespace hullbake
