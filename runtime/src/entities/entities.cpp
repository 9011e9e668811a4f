// Reads the text of entities: `{`, quoted pairs, `}`. The rule of quotes is the one by which the compiler writes them.
#include "hullbake/entities.hpp"

#include <cmath>
#include <functional>

#include "entities/decimal.hpp"
#include "hullbake/transform.hpp"

namespace hullbake {

namespace {

using detail::behind;
using detail::firstOf;
using detail::skipBlanks;
using detail::takeDecimal;

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool sameButForCase(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (lower(a[i]) != lower(b[i])) return false;
    return true;
}

// Returns true if only blanks lie between `at` and the end of its line.
bool endsLine(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) ++at;
    return at == text.size() || text[at] == '\n';
}

// Takes a quoted string off the front. A quote behind a backslash ends it only at the end of a line: in the path of a
// folder, as Windows writes it.
std::optional<std::string_view> takeQuoted(std::string_view& text) {
    skipBlanks(text);
    if (text.empty() || text.front() != '"') return std::nullopt;
    bool escaped = false;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"' && (!escaped || endsLine(text, i + 1))) {
            const std::string_view inside = firstOf(behind(text, 1), i - 1);
            text.remove_prefix(i + 1);
            return inside;
        }
        escaped = text[i] == '\\' && !escaped;
    }
    return std::nullopt;
}

// Takes a pair off the front; `text` is unchanged if none is there.
std::optional<KeyValue> takePair(std::string_view& text) {
    std::string_view rest = text;
    const auto key = takeQuoted(rest);
    if (!key) return std::nullopt;
    const auto value = takeQuoted(rest);
    if (!value) return std::nullopt;
    text = rest;
    return KeyValue{*key, *value};
}

// Takes `count` numbers and nothing else. The numbers in front of a fault are written.
bool takeNumbers(std::string_view text, double* numbers, int count) {
    for (int i = 0; i < count; ++i) {
        skipBlanks(text);
        const auto number = takeDecimal(text);
        const bool ends = text.empty() || text.front() == ' ' || (text.front() >= '\t' && text.front() <= '\r');
        if (!number || !ends) return false;
        numbers[i] = *number;
    }
    skipBlanks(text);
    return text.empty();
}

EntityValue<Vec3> threeNumbers(std::string_view text, const Vec3& fallback) {
    double n[3] = {};
    if (!takeNumbers(text, n, 3)) return {fallback, ValueStatus::Malformed};
    return {{n[0], n[1], n[2]}, ValueStatus::Ok};
}

bool startsWith(std::string_view text, std::string_view start) {
    return text.size() >= start.size() && firstOf(text, start.size()) == start;
}

constexpr std::string_view kPlayerStarts[] = {
    "info_player*",           // Quake and most games since
    "i_p_t",                  // Team Fortress
    "info_team_start*",       // Natural Selection
    "info_coop_start",        // mods of Quake
    "info_jedimaster_start",  // Jedi Outcast
    "info_spawnpoint*",       // total conversions
    "info_*_spawn",           // Urban Terror
    "team_ctf_*",             // Quake 3: players, spawn points and flags of both teams
    "team_*spawn*",           // Tremulous, Unvanquished
    "mp_*spawn*",             // Call of Duty: mp_dm_spawn, mp_tdm_spawn, mp_sd_spawn_attacker
    "dm_*spawn*",             // by mode
    "tdm_*spawn*",
    "ctf_*spawn*",
    "coop_*spawn*",
    "*player*spawn*",  // by word
    "*player*start*",
};
// What those patterns catch beside: flags to take home, and the view between two matches.
constexpr std::string_view kNoStarts[] = {"*flag*", "*intermission*"};

bool matchesAny(std::string_view classname, std::span<const std::string_view> patterns) {
    for (const std::string_view pattern : patterns)
        if (matchesClass(classname, pattern)) return true;
    return false;
}

}  // namespace

std::optional<KeyValue> Entity::next(std::size_t& cursor) const noexcept {
    if (cursor > text_.size()) return std::nullopt;
    std::string_view rest = behind(text_, cursor);
    const auto pair = takePair(rest);
    if (pair) cursor = text_.size() - rest.size();
    return pair;
}

std::optional<std::string_view> Entity::find(std::string_view key) const noexcept {
    std::optional<std::string_view> other;
    std::size_t cursor = 0;
    while (const auto pair = next(cursor)) {
        if (pair->key == key) return pair->value;
        if (!other && sameButForCase(pair->key, key)) other = pair->value;
    }
    return other;
}

std::string_view Entity::text(std::string_view key, std::string_view fallback) const noexcept {
    return find(key).value_or(fallback);
}

EntityValue<double> Entity::number(std::string_view key, double fallback) const noexcept {
    const auto text = find(key);
    if (!text) return {fallback, ValueStatus::Missing};
    double number = 0;
    if (!takeNumbers(*text, &number, 1)) return {fallback, ValueStatus::Malformed};
    return {number, ValueStatus::Ok};
}

EntityValue<Vec3> Entity::vector(std::string_view key, const Vec3& fallback) const noexcept {
    const auto text = find(key);
    return text ? threeNumbers(*text, fallback) : EntityValue<Vec3>{fallback, ValueStatus::Missing};
}

EntityValue<std::uint32_t> Entity::flags(std::string_view key, std::uint32_t fallback) const noexcept {
    const EntityValue<double> number = this->number(key);
    if (!number) return {fallback, number.status};
    const bool whole = number.value == std::floor(number.value);
    if (!whole || number.value < -2147483648.0 || number.value > 4294967295.0)
        return {fallback, ValueStatus::Malformed};
    return {static_cast<std::uint32_t>(static_cast<std::int64_t>(number.value)), ValueStatus::Ok};
}

EntityValue<Vec3> Entity::angles() const noexcept {
    for (const std::string_view key : {"angles", "mangle"})
        if (const auto text = find(key)) return threeNumbers(*text, {});
    const EntityValue<double> yaw = number("angle");
    return {{0, yaw ? yaw.value : 0, 0}, yaw.status};
}

EntityValue<Vec3> Entity::direction() const noexcept {
    const EntityValue<double> angle = number("angle");
    if (angle && angle.value == -1) return {{0, 0, 1}, ValueStatus::Ok};
    if (angle && angle.value == -2) return {{0, 0, -1}, ValueStatus::Ok};
    const EntityValue<Vec3> turned =
        angle.status == ValueStatus::Missing ? angles() : EntityValue<Vec3>{{0, angle.value, 0}, angle.status};
    return {Transform::rotated(turned.value).axes[0], turned.status};
}

void Entities::Iterator::read(std::uint32_t number) noexcept {
    entity_ = {};
    skipBlanks(rest_);
    if (!startsWith(rest_, "{")) return;
    std::string_view inside = behind(rest_, 1), rest = inside;
    while (takePair(rest)) {
    }
    skipBlanks(rest);
    if (!startsWith(rest, "}")) return;
    entity_ = Entity(number, firstOf(inside, inside.size() - rest.size()));
    rest_ = behind(rest, 1);
}

Entity Entities::next(const Entity& entity) const noexcept {
    if (!entity) return *begin();
    const std::string_view body = entity.body();
    const std::less<> before;
    if (before(body.data(), text_.data()) || before(text_.data() + text_.size(), body.data())) return {};
    const auto from = static_cast<std::size_t>(body.data() - text_.data());
    if (text_.size() - from <= body.size()) return {};
    return *Iterator(behind(text_, from + body.size() + 1), entity.number() + 1);  // behind the brace
}

Entity Entities::entity(std::uint32_t number) const noexcept {
    for (const Entity& entity : *this)
        if (entity.number() == number) return entity;
    return {};
}

Entity Entities::find(std::string_view key, std::string_view value, const Entity& after) const noexcept {
    for (const Entity& entity : *this) {
        if (after && entity.number() <= after.number()) continue;
        if (const auto found = entity.find(key); found && *found == value) return entity;
    }
    return {};
}

Entity Entities::findClass(std::string_view pattern, const Entity& after) const noexcept {
    for (const Entity& entity : *this)
        if ((!after || entity.number() > after.number()) && matchesClass(entity.classname(), pattern)) return entity;
    return {};
}

Entity Entities::ofModel(const ClipMap& map, ModelId model) noexcept {
    if (model.value >= map.modelCount()) return {};
    return Entities(map).entity(map.model(model).entity);
}

// Goes back to the last `*` alone, so that the time is bounded.
bool matchesClass(std::string_view name, std::string_view pattern) noexcept {
    std::size_t n = 0, p = 0, star = std::string_view::npos, from = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            from = n;
        } else if (p < pattern.size() && lower(pattern[p]) == lower(name[n])) {
            ++p, ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

std::span<const std::string_view> playerStartClasses() noexcept {
    return kPlayerStarts;
}

std::size_t playerStarts(const Entities& entities, std::span<PlayerStart> out) noexcept {
    std::size_t count = 0;
    for (const Entity& entity : entities) {
        const std::string_view name = entity.classname();
        if (!matchesAny(name, kPlayerStarts) || matchesAny(name, kNoStarts)) continue;
        const EntityValue<Vec3> origin = entity.vector("origin");
        if (!origin) continue;
        if (count < out.size()) out[count] = {entity, origin.value, entity.angles().value.y};
        ++count;
    }
    return count;
}

}  // namespace hullbake
