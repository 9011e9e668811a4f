#include "support/json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <ostream>

namespace hullbake::test {

struct JsonReader {
    static Json valueOf(const nlohmann::ordered_json& from) {
        switch (from.type()) {
            case nlohmann::ordered_json::value_t::boolean:
                return from.get<bool>();
            case nlohmann::ordered_json::value_t::string:
                return from.get<std::string>();
            case nlohmann::ordered_json::value_t::number_integer:
            case nlohmann::ordered_json::value_t::number_unsigned:
            case nlohmann::ordered_json::value_t::number_float:
                return from.get<double>();
            case nlohmann::ordered_json::value_t::array: {
                Json list = Json::array();
                for (const auto& value : from) list.list_.push_back(valueOf(value));
                return list;
            }
            case nlohmann::ordered_json::value_t::object: {
                Json object = Json::object();
                for (const auto& [key, value] : from.items()) object.members_.emplace_back(key, valueOf(value));
                return object;
            }
            default:
                return {};
        }
    }
};

Json Json::parse(const std::string& text) {
    const auto read = nlohmann::ordered_json::parse(text, nullptr, false);
    if (read.is_discarded()) {
        ADD_FAILURE() << "no JSON: " << text;
        return {};
    }
    return JsonReader::valueOf(read);
}

Json::Json(std::initializer_list<Json> values) : kind_(Kind::List) {
    const bool pairs = values.size() > 0 && std::all_of(values.begin(), values.end(), [](const Json& value) {
                           return value.list_.size() == 2 && value.list_[0].kind_ == Kind::Text;
                       });
    if (!pairs) {
        list_ = values;
        return;
    }
    kind_ = Kind::Object;
    for (const Json& value : values) members_.emplace_back(value.list_[0].text_, value.list_[1]);
}

Json Json::object() {
    Json value;
    value.kind_ = Kind::Object;
    return value;
}

const Json& Json::expect(Kind kind) const {
    if (kind_ != kind) throw std::domain_error("a JSON value of another kind: " + dump());
    return *this;
}

const Json* Json::find(std::string_view key) const {
    const auto found =
        std::find_if(members_.begin(), members_.end(), [&](const Member& member) { return member.first == key; });
    return found == members_.end() ? nullptr : &found->second;
}

const Json& Json::at(std::string_view key) const {
    if (const Json* found = find(key)) return *found;
    throw std::out_of_range("no \"" + std::string(key) + "\" in " + dump());
}

const Json& Json::at(std::size_t index) const {
    if (index < list_.size()) return list_[index];
    throw std::out_of_range("no value " + std::to_string(index) + " in " + dump());
}

Json& Json::operator[](std::string_view key) {
    if (Json* found = find(key)) return *found;
    if (isNull()) kind_ = Kind::Object;
    expect(Kind::Object);
    return members_.emplace_back(key, Json()).second;
}

void Json::erase(std::string_view key) {
    std::erase_if(members_, [&](const Member& member) { return member.first == key; });
}

std::string Json::dump() const {
    switch (kind_) {
        case Kind::Null:
            return "null";
        case Kind::Bool:
            return number_ != 0 ? "true" : "false";
        case Kind::Text:
            return nlohmann::json(text_).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        case Kind::Number: {
            char digits[32];
            return {digits, std::to_chars(digits, digits + sizeof digits, number_).ptr};
        }
        default:
            break;
    }
    std::string text;
    for (const Json& value : list_) text += (text.empty() ? "" : ",") + value.dump();
    for (const auto& [key, value] : members_) text += (text.empty() ? "" : ",") + Json(key).dump() + ":" + value.dump();
    return kind_ == Kind::List ? "[" + text + "]" : "{" + text + "}";
}

bool operator==(const Json& a, const Json& b) {
    if (a.kind_ != b.kind_ || a.number_ != b.number_ || a.text_ != b.text_ || a.list_ != b.list_ ||
        a.members_.size() != b.members_.size())
        return false;
    return std::all_of(a.members_.begin(), a.members_.end(), [&](const Json::Member& member) {
        const Json* other = b.find(member.first);
        return other != nullptr && member.second == *other;
    });
}

std::ostream& operator<<(std::ostream& out, const Json& value) {
    return out << value.dump();
}

void PrintTo(const Json& value, std::ostream* out) {
    *out << value;
}

}  // namespace hullbake::test
