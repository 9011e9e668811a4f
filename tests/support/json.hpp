// JSON values for tests to read and compare. The class exists because the headers of nlohmann-json take seconds to
// parse: they stay in json.cpp, which reads the text.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hullbake::test {

/// Stores null, a bool, a number (a double), a text, a list or an object, whose members keep their order.
class Json {
  public:
    using Member = std::pair<std::string, Json>;

    Json() = default;
    Json(std::nullptr_t) {}
    Json(std::same_as<bool> auto value) : kind_(Kind::Bool), number_(value ? 1 : 0) {}
    template <class Number>
    requires(std::integral<Number> || std::floating_point<Number>) && (!std::same_as<Number, bool>)Json(Number value)
        : kind_(Kind::Number),
    number_(static_cast<double>(value)) {}
    Json(const char* text) : Json(std::string(text)) {}
    Json(std::string text) : kind_(Kind::Text), text_(std::move(text)) {}
    /// Makes a list, or an object when every value is a pair that begins with a text.
    Json(std::initializer_list<Json> values);
    static Json array() { return Json(std::initializer_list<Json>{}); }
    static Json object();

    /// Returns the value that the text represents. Text that is no JSON is a test failure and gives null.
    static Json parse(const std::string& text);

    bool isNull() const { return kind_ == Kind::Null; }
    bool isObject() const { return kind_ == Kind::Object; }
    bool empty() const { return size() == 0; }
    /// Returns the size of a list or an object, and 0 for any other value.
    std::size_t size() const { return list_.size() + members_.size(); }
    bool contains(std::string_view key) const { return find(key) != nullptr; }

    /// Throws std::out_of_range, with the key or the index, when there is no such value.
    const Json& at(std::string_view key) const;
    const Json& at(std::size_t index) const;
    const Json& operator[](std::string_view key) const { return at(key); }
    const Json& operator[](std::size_t index) const { return at(index); }
    const Json& back() const { return at(size() - 1); }
    Json& operator[](std::size_t index) { return const_cast<Json&>(std::as_const(*this).at(index)); }
    /// Adds the key when it is missing.
    Json& operator[](std::string_view key);
    void erase(std::string_view key);

    /// Iterates over the values of a list. Throws std::domain_error for any other value, so that no loop over an object
    /// passes by checking nothing.
    std::vector<Json>::const_iterator begin() const { return expect(Kind::List).list_.begin(); }
    std::vector<Json>::const_iterator end() const { return expect(Kind::List).list_.end(); }
    std::vector<Json>::iterator begin() { return expect(Kind::List), list_.begin(); }
    std::vector<Json>::iterator end() { return expect(Kind::List), list_.end(); }
    /// Returns the keys and values of an object. Throws std::domain_error for any other value.
    const std::vector<Member>& items() const { return expect(Kind::Object).members_; }

    /// Returns a bool, a number or a std::string. Throws std::domain_error for a value of another kind.
    template <class T>
    T get() const {
        if constexpr (std::same_as<T, std::string>)
            return expect(Kind::Text).text_;
        else if constexpr (std::same_as<T, bool>)
            return expect(Kind::Bool).number_ != 0;
        else
            return static_cast<T>(expect(Kind::Number).number_);
    }
    explicit operator bool() const { return get<bool>(); }

    /// Returns the text of the value, numbers with the fewest digits that read back to them.
    std::string dump() const;

    friend bool operator==(const Json& a, const Json& b);
    /// Compares numbers only.
    friend bool operator<(const Json& a, const Json& b) { return a.get<double>() < b.get<double>(); }
    friend bool operator>(const Json& a, const Json& b) { return b < a; }
    friend bool operator<=(const Json& a, const Json& b) { return a.get<double>() <= b.get<double>(); }
    friend bool operator>=(const Json& a, const Json& b) { return b <= a; }
    friend std::ostream& operator<<(std::ostream& out, const Json& value);
    friend void PrintTo(const Json& value, std::ostream* out);

  private:
    enum class Kind : unsigned char { Null, Bool, Number, Text, List, Object };

    const Json& expect(Kind kind) const;
    const Json* find(std::string_view key) const;
    Json* find(std::string_view key) { return const_cast<Json*>(std::as_const(*this).find(key)); }

    Kind kind_ = Kind::Null;
    double number_ = 0;
    std::string text_;
    std::vector<Json> list_;
    std::vector<Member> members_;

    friend struct JsonReader;
};

}  // namespace hullbake::test
