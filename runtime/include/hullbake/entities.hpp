// Entities: the keys and values of a map's entities, read from a `.hull` file without heap. docs/entities.md has the
// recipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hullbake/clip_map.hpp"
#include "hullbake/export.h"
#include "hullbake/math.hpp"

namespace hullbake {

/// A key and its value as the map has them, without their quotes. They point into the ClipMap's block.
struct KeyValue {
    std::string_view key, value;
};

enum class ValueStatus : std::uint8_t {
    Ok,
    Missing,    ///< the entity has no such key
    Malformed,  ///< the value is not of the type that was asked for
};

/// A typed value of an entity. Unless `status` is Ok, `value` is the fallback that the caller gave.
template <class T>
struct EntityValue {
    T value{};
    ValueStatus status = ValueStatus::Missing;
    constexpr explicit operator bool() const { return status == ValueStatus::Ok; }
};

/// One entity of a map. A view, valid as long as the block is. Keys are found as the compiler finds them: the first
/// that is equal, else the first that is equal but for the case of ASCII letters. Numbers are those of the `.map`
/// format: decimal, with a point, whatever the locale is; blanks around them are skipped. Time of every call: one pass
/// over the entity's text.
class HULLBAKE_API Entity {
  public:
    constexpr Entity() = default;
    /// `body` is what stands between the braces.
    constexpr Entity(std::uint32_t number, std::string_view body) : text_(body), number_(number), exists_(true) {}

    /// Returns false for the answer of a search that found nothing. Such an entity has no keys.
    constexpr explicit operator bool() const { return exists_; }
    /// Returns its number in the map, from 0, as in Surface::entity and ModelInfo::entity.
    constexpr std::uint32_t number() const { return number_; }
    /// Returns what stands between its braces.
    constexpr std::string_view body() const { return text_; }

    /// Takes the pair of key and value at `cursor`, which starts at 0, and moves the cursor behind it. Nothing at the
    /// end, or at text that is no pair.
    std::optional<KeyValue> next(std::size_t& cursor) const noexcept;
    /// Returns the value of that key, or nothing.
    std::optional<std::string_view> find(std::string_view key) const noexcept;

    std::string_view text(std::string_view key, std::string_view fallback = {}) const noexcept;
    std::string_view classname() const noexcept { return text("classname"); }
    /// Returns the nearest double of a decimal number. Finite; beyond 1e300 it is Malformed.
    EntityValue<double> number(std::string_view key, double fallback = 0) const noexcept;
    /// Returns three numbers with blanks between them.
    EntityValue<Vec3> vector(std::string_view key, const Vec3& fallback = {}) const noexcept;
    /// Returns a set of bits: a whole number from -2^31 to 2^32 - 1. Negative ones are two's complements.
    EntityValue<std::uint32_t> flags(std::string_view key = "spawnflags", std::uint32_t fallback = 0) const noexcept;
    /// Returns pitch, yaw and roll in degrees, as Transform::rotated takes them: of `angles` (or `mangle`), else of the
    /// yaw in `angle`. There, -1 and -2 mean up and down in Quake: use `direction` for what moves.
    EntityValue<Vec3> angles() const noexcept;
    /// Returns the unit vector in which a door or button moves, by Quake's rule: `angle` -1 is up, -2 is down, any
    /// other a yaw; else the forward vector of `angles`. Missing: forward is +x.
    EntityValue<Vec3> direction() const noexcept;

  private:
    std::string_view text_;
    std::uint32_t number_ = 0;
    bool exists_ = false;
};

/// The entities of a map, in its order. A view, as Entity is. A search takes one pass over the text: keep what it
/// finds.
class HULLBAKE_API Entities {
  public:
    explicit Entities(const ClipMap& map) : text_(map.entityText()) {}
    /// `text` as in ClipMap::entityText. Stops at the first thing that is no entity.
    explicit Entities(std::string_view text) : text_(text) {}

    class HULLBAKE_API Iterator {
      public:
        explicit Iterator(std::string_view rest, std::uint32_t number = 0) : rest_(rest) { read(number); }
        const Entity& operator*() const { return entity_; }
        const Entity* operator->() const { return &entity_; }
        Iterator& operator++() {
            read(entity_.number() + 1);
            return *this;
        }
        bool operator!=(std::nullptr_t) const { return static_cast<bool>(entity_); }

      private:
        void read(std::uint32_t number) noexcept;
        std::string_view rest_;
        Entity entity_;
    };
    Iterator begin() const { return Iterator(text_); }
    std::nullptr_t end() const { return nullptr; }
    /// Returns the entity behind one of this list, or the first for `Entity()`. Nothing for an entity of another list.
    Entity next(const Entity& entity) const noexcept;

    /// Returns the entity of that number.
    Entity entity(std::uint32_t number) const noexcept;
    /// Returns the first entity behind `after` (by default, of all) whose value of `key` is exactly `value`.
    Entity find(std::string_view key, std::string_view value, const Entity& after = {}) const noexcept;
    /// Returns the first entity behind `after` whose class matches the pattern: `*` is any text, case does not count.
    Entity findClass(std::string_view pattern, const Entity& after = {}) const noexcept;
    /// Returns the entity of that model: classname, origin, spawnflags and all other keys. Nothing for an unknown
    /// model.
    static Entity ofModel(const ClipMap& map, ModelId model) noexcept;

  private:
    std::string_view text_;
};

/// Where a player may start.
struct PlayerStart {
    Entity entity;
    Vec3 origin;
    double yaw = 0;  ///< degrees, counter-clockwise from above
};

/// Returns true if the class matches the pattern: `*` is any text, the case of ASCII letters does not count. Time: at
/// most the product of the lengths.
HULLBAKE_API bool matchesClass(std::string_view classname, std::string_view pattern) noexcept;
/// Returns the class patterns of player starts of many games. The compiler looks for leaks from these.
HULLBAKE_API std::span<const std::string_view> playerStartClasses() noexcept;
/// Finds the entities at which players start, in the map's order: those of `playerStartClasses`, but for flags and
/// views between matches. Skips those without an origin of three numbers. `out` gets the first of them, as many as it
/// has room for. Returns how many there are.
HULLBAKE_API std::size_t playerStarts(const Entities& entities, std::span<PlayerStart> out) noexcept;

}  // namespace hullbake
