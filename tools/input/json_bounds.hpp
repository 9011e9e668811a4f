// Bounds for JSON of others: how deep it may be nested, and how many values it may have. Checked before a tree is made
// of it, as a tree takes fifty times the memory of the text, and its destructor takes some more.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace hullbake::cli {

struct JsonBounds {
    std::size_t depth = 0, values = 0;
};

/// Counts the values of a text by the events of the parser, which keeps none of them.
class JsonCounter : public nlohmann::json::json_sax_t {
  public:
    explicit JsonCounter(const JsonBounds& bounds) : bounds_(bounds) {}

    bool isTooDeep() const { return depth_ > bounds_.depth; }
    bool hasTooMany() const { return values_ > bounds_.values; }

    bool null() override { return count(); }
    bool boolean(bool) override { return count(); }
    bool number_integer(number_integer_t) override { return count(); }
    bool number_unsigned(number_unsigned_t) override { return count(); }
    bool number_float(number_float_t, const string_t&) override { return count(); }
    bool string(string_t&) override { return count(); }
    bool binary(binary_t&) override { return count(); }
    bool key(string_t&) override { return count(); }
    bool start_object(std::size_t) override { return open(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

  private:
    bool count() { return ++values_ <= bounds_.values; }
    bool open() { return ++depth_ <= bounds_.depth && count(); }
    bool close() {
        --depth_;
        return true;
    }

    JsonBounds bounds_;
    std::size_t depth_ = 0, values_ = 0;
};

/// Returns what bound a text breaks, or an empty text. Of a text that is no JSON the part before its fault counts.
inline std::string brokenBound(std::string_view text, const JsonBounds& bounds) {
    JsonCounter counter(bounds);
    nlohmann::json::sax_parse(text, &counter);
    if (counter.isTooDeep()) return "nested too deep";
    return counter.hasTooMany() ? "more than " + std::to_string(bounds.values) + " values" : "";
}

}  // namespace hullbake::cli
