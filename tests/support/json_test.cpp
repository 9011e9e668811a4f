#include "support/json.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace hullbake::test {
namespace {

const char* const kText = R"({"name": "a \"b\"", "list": [1, -2.5, true, null], "inner": {"z": 1, "a": []}})";

TEST(JsonValues, AreReadAndComparedByKind) {
    const Json json = Json::parse(kText);
    EXPECT_EQ(json.at("name"), "a \"b\"");
    EXPECT_EQ(json["list"], Json({1, -2.5, true, nullptr}));
    EXPECT_EQ(json["list"][1].get<double>(), -2.5);
    EXPECT_GT(json["list"][0], json["list"][1]);
    EXPECT_TRUE(json["list"][2]);
    EXPECT_TRUE(json["list"][3].isNull());
    EXPECT_NE(json["list"][0], true) << "a number is no bool";
    EXPECT_NE(json["list"][0], "1");
    EXPECT_EQ(json["inner"]["a"], Json::array());
    EXPECT_NE(json["inner"]["a"], Json::object());
    EXPECT_TRUE(json.contains("inner"));
    EXPECT_FALSE(json.contains("z"));
}

TEST(JsonValues, KeepTheOrderOfKeysAndCompareWithoutIt) {
    std::vector<std::string> keys;
    const Json json = Json::parse(kText);
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"name", "list", "inner"}));
    EXPECT_EQ(json["inner"], (Json{{"a", Json::array()}, {"z", 1}}));
    EXPECT_NE(json["inner"], (Json{{"a", Json::array()}, {"z", 2}}));
    EXPECT_NE(json["inner"], (Json{{"a", Json::array()}, {"y", 1}}));
}

TEST(JsonValues, CanBeChanged) {
    Json json;
    json["one"]["two"] = 3;
    json["four"] = "five";
    EXPECT_EQ(json.dump(), R"({"one":{"two":3},"four":"five"})");
    json.erase("one");
    EXPECT_EQ(json, (Json{{"four", "five"}}));
}

TEST(JsonValues, AreWrittenAsTheyWereRead) {
    EXPECT_EQ(Json::parse(kText).dump(), R"({"name":"a \"b\"","list":[1,-2.5,true,null],"inner":{"z":1,"a":[]}})");
}

TEST(JsonValues, ThatAreMissingOrOfAnotherKindThrow) {
    const Json json = Json::parse(kText);
    EXPECT_THROW(json.at("nothing"), std::out_of_range);
    EXPECT_THROW(json.at("list").at(4), std::out_of_range);
    EXPECT_THROW(json.at("name").get<double>(), std::domain_error);
    EXPECT_THROW(json.at("list")[0].get<bool>(), std::domain_error);
    EXPECT_THROW(static_cast<void>(json.at("name") < 1), std::domain_error);
    EXPECT_THROW(static_cast<void>(json.at("inner").begin()), std::domain_error);
    EXPECT_THROW(static_cast<void>(json.at("list").items()), std::domain_error);
}

TEST(JsonValues, TextThatIsNoJsonFailsTheTest) {
    EXPECT_NONFATAL_FAILURE(EXPECT_TRUE(Json::parse("{\"a\":").isNull()), "no JSON");
}

}  // namespace
}  // namespace hullbake::test
