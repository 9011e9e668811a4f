// Proves hullbake contact: answers known by hand, batches, output for people and programs, bad input.
#include <cmath>

#include "cli/cli_support.hpp"

namespace hullbake::test {
namespace {

class ContactCli : public CliTest {
  protected:
    Json json(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "contact");
        arguments.push_back("--json");
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return Json::parse(result.out);
    }
};

TEST_F(ContactCli, BallsTouchOverlapAndPartAlongTheirCentres) {
    for (const double place : {3.0, 4.0, 9.0}) {
        const Json found = json({"ball:1.5", "ball:2.5", "--other-at", "0," + std::to_string(place) + ",0"});
        EXPECT_EQ(found["overlaps"], place < 4);
        EXPECT_EQ(found["distance"], place - 4);
        EXPECT_EQ(found["normal"][1], 1);
        EXPECT_EQ(found["onFirst"][1], 1.5);
        EXPECT_EQ(found["onSecond"][1], place - 2.5);
        EXPECT_EQ(found["by"], "round");
        EXPECT_TRUE(found["exact"]);
    }
}

TEST_F(ContactCli, EachShapeOfTheCommandLineHasContacts) {
    write("pyramid.txt", "-8 -8 0\n8 -8 0\n8 8 0\n-8 8 0\n0 0 12\n");
    // A crate that is turned by 45 degrees reaches 10 * sqrt(2) to the side.
    const Json crate = json({"ball:1", "box:-10,-10,-10:10,10,10@0,45,0", "--at", "20,0,0"});
    EXPECT_NEAR(crate["distance"].get<double>(), 19 - 10 * std::sqrt(2), 1e-12);
    EXPECT_EQ(json({"capsule:16,56", "ball:4", "--at", "0,0,28", "--other-at", "0,30,0"})["distance"], 14);
    EXPECT_EQ(json({"cylinder:16,56", "ball:4", "--at", "0,0,28", "--other-at", "0,0,61"})["distance"], 1);
    const Json onTip = json({"points:pyramid.txt", "box:-4,-4,0:4,4,8", "--other-at", "0,0,13"});
    EXPECT_NEAR(onTip["distance"].get<double>(), 1, 1e-12);
    EXPECT_EQ(onTip["overlaps"], false);
    const Json boxes = json({"box:-1,-1,-1:1,1,1", "box:-1,-1,-1:1,1,1", "--at", "0,0,0", "--other-at", "0,0,1.5"});
    EXPECT_EQ(boxes["distance"], -0.5);
    EXPECT_EQ(boxes["by"], "face of the first");
}

TEST_F(ContactCli, PeopleReadWhatProgramsRead) {
    const auto text = [&](const std::string& place) {
        return run({"contact", "ball:1", "ball:1", "--other-at", place}).out;
    };
    EXPECT_EQ(text("1.5,0,0"),
              "contact  ball:1 at 0 0 0, ball:1 at 1.5 0 0\n"
              "overlap  0.5 units deep\n"
              "normal   1 0 0, from the first to the second\n"
              "points   1 0 0 on the first, 0.5 0 0 on the second\n"
              "decided  by a round side\n");
    EXPECT_NE(text("2,0,0").find("\ntouch    without a gap\n"), std::string::npos);
    EXPECT_NE(text("0,0,-5").find("\napart    by 3 units\nnormal   0 0 -1, "), std::string::npos);
    EXPECT_NE(text("0,0,nan").find("\ninvalid  "), std::string::npos);
    const std::string cylinders = run({"contact", "cylinder:12,6", "cylinder:16,48@7,76,29", "--at=-1,-4,2"}).out;
    EXPECT_NE(cylinders.find(" units deep, or less\n"), std::string::npos) << cylinders;
}

// A hint from the line before changes nothing.
TEST_F(ContactCli, ABatchAnswersEachLineAsIfAlone) {
    write("places.txt", "0 0 0  20 0 0\n# far\n0 0 0  0 90 0 # away\n\n1 2 3  9 9 9\n0 0 0  1e9 0 0\n");
    const std::string crate = "box:-10,-10,-10:10,10,10@10,45,0", capsule = "capsule:4,30";
    const RunResult batch = run({"contact", capsule, crate, "--batch", "places.txt"});
    EXPECT_EQ(batch.exitCode, 0) << batch.err;
    std::string each;
    for (const auto& [at, other] :
         {std::pair{"0,0,0", "20,0,0"}, {"0,0,0", "0,90,0"}, {"1,2,3", "9,9,9"}, {"0,0,0", "1e9,0,0"}})
        each += run({"contact", capsule, crate, "--at", at, "--other-at", other, "--json"}).out;
    EXPECT_EQ(batch.out, each);
    EXPECT_EQ(lineCount(batch.out), 4u);
    EXPECT_TRUE(batch.out.ends_with("\n{\"invalid\":true}\n")) << batch.out;
}

TEST_F(ContactCli, BadInputGetsOneError) {
    const auto error = [&](const std::vector<std::string>& arguments, int code) {
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, code) << result.err;
        EXPECT_EQ(result.out, "");
        return result.err;
    };
    EXPECT_NE(error({"contact", "ball:1", "ball:-1", "--at", "0,0,0"}, 2).find("SECOND: the radius"),
              std::string::npos);
    EXPECT_NE(error({"contact", "capsule:4,2", "ball:1", "--at", "0,0,0"}, 2).find("FIRST: "), std::string::npos);
    write("bad.txt", "0 0 0\n0 zero 0\n");
    EXPECT_NE(error({"contact", "ball:1", "points:bad.txt", "--at", "0,0,0"}, 1).find("bad.txt:2: "),
              std::string::npos);
    EXPECT_NE(error({"contact", "ball:1", "points:none.txt", "--at", "0,0,0"}, 1).find("none.txt"), std::string::npos);
    write("short.txt", "0 0 0 1 1\n");
    EXPECT_NE(error({"contact", "ball:1", "ball:1", "--batch", "short.txt"}, 1).find("short.txt:1:"),
              std::string::npos);
}

}  // namespace
}  // namespace hullbake::test
