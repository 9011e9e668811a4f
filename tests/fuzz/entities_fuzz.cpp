// libFuzzer target: any text gives entities whose keys and values lie in it, and numbers that std::from_chars reads
// alike.
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <vector>

#include "hullbake/entities.hpp"

namespace {

using namespace hullbake;

void require(bool good) {
    if (!good) std::abort();
}

void requireWithin(std::string_view part, std::string_view whole) {
    if (part.empty()) return;
    const std::less_equal<const char*> before;
    require(before(whole.data(), part.data()) && before(part.data() + part.size(), whole.data() + whole.size()));
}

/// Blanks may stand around the number, and a plus before it.
void compareNumber(std::string_view text, double value) {
    constexpr std::size_t kMostDigits = 19;  // what is behind them counts as zeros
    const std::size_t first = text.find_first_not_of(" \t\r\n\v\f+"), last = text.find_last_not_of(" \t\r\n\v\f");
    require(first != std::string_view::npos);
    text = text.substr(first, last + 1 - first);
    double read = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
    require(end == text.data() + text.size());
    if (error != std::errc{} || std::fabs(read) < 1e-299) return require(std::fabs(value) < 1e-299);
    require(text.size() > kMostDigits ? std::fabs(value - read) <= 0x1p-52 * std::fabs(read) : value == read);
}

void readValues(const Entity& entity) {
    std::size_t cursor = 0, pairs = 0;
    while (const auto pair = entity.next(cursor)) {
        ++pairs;
        requireWithin(pair->key, entity.body());
        requireWithin(pair->value, entity.body());
        require(cursor <= entity.body().size() && entity.find(pair->key).has_value());
        if (entity.find(pair->key)->data() != pair->value.data()) continue;
        const EntityValue<double> number = entity.number(pair->key, 7);
        require(number.status != ValueStatus::Missing && std::isfinite(number.value));
        if (number) compareNumber(pair->value, number.value);
        const EntityValue<Vec3> vector = entity.vector(pair->key);
        require(vector.status != ValueStatus::Missing && isFinite(vector.value));
        if (const EntityValue<std::uint32_t> flags = entity.flags(pair->key)) require(number && !vector);
        require(matchesClass(pair->value, pair->value) || pair->value.find('*') != std::string_view::npos);
        require(matchesClass(pair->key, "*"));
    }
    require(pairs <= entity.body().size() && isFinite(entity.angles().value));
    if (const EntityValue<Vec3> direction = entity.direction()) require(std::fabs(length(direction.value) - 1) < 1e-9);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Entities entities(text);
    std::uint32_t count = 0;
    Entity last;
    for (const Entity& entity : entities) {
        require(entity.number() == count++);
        requireWithin(entity.body(), text);
        require(entities.next(last).body().data() == entity.body().data());
        require(entities.findClass(entity.classname().find('*') == std::string_view::npos ? entity.classname() : "*")
                    .number() <= entity.number());
        readValues(entity);
        last = entity;
    }
    require(!entities.next(last) || count == 0);
    require(!entities.entity(count));
    std::vector<PlayerStart> starts(3);
    require(playerStarts(entities, starts) <= count);
    return 0;
}
