// Proves which jobs of a compile run when.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "compiler/schedule.hpp"

namespace hullbake::test {
namespace {

// Records the beginnings and ends of jobs, in the order in which they happen.
class Diary {
  public:
    void run(const std::string& job) {
        write("begin " + job);
        write("end " + job);
    }
    std::ptrdiff_t placeOf(const std::string& line) const {
        EXPECT_EQ(std::count(lines_.begin(), lines_.end(), line), 1) << line;
        return std::find(lines_.begin(), lines_.end(), line) - lines_.begin();
    }
    bool isBefore(const std::string& one, const std::string& other) const {
        return placeOf("end " + one) < placeOf("begin " + other);
    }
    std::size_t jobs() const { return lines_.size() / 2; }

  private:
    void write(std::string line) {
        const std::scoped_lock lock(mutex_);
        lines_.push_back(std::move(line));
    }

    std::mutex mutex_;
    std::vector<std::string> lines_;
};

std::string named(const BakeJob& job) {
    return "bake " + std::to_string(job.hull) + (job.liquid ? " liquid " : " blocking ") + std::to_string(job.model);
}

HullWork workOf(Diary& diary, std::size_t hullWithoutGrid) {
    HullWork work;
    work.grow = [&](std::size_t hull) { diary.run("grow " + std::to_string(hull)); };
    work.bake = [&](const BakeJob& job) { diary.run(named(job)); };
    work.gridIsDue = [hullWithoutGrid](std::size_t hull) { return hull != hullWithoutGrid; };
    work.makeGrid = [&](std::size_t hull) { diary.run("grid " + std::to_string(hull)); };
    work.takeSamples = [&](std::size_t hull) { diary.run("take samples " + std::to_string(hull)); };
    work.describe = [&] { diary.run("describe"); };
    return work;
}

TEST(Schedule, JobsFollowWhatTheyRead) {
    constexpr std::size_t kHulls = 3, kModels = 4;
    for (const std::size_t threads : {std::size_t{1}, std::size_t{4}}) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        Diary diary;
        const std::vector<BakeJob> jobs = bakeJobs(kHulls, kModels);
        runHulls(workOf(diary, kHulls), {0, kHulls}, jobs);
        EXPECT_EQ(diary.jobs(), kHulls + jobs.size() + kHulls + kHulls + 1);
        for (const BakeJob& job : jobs) EXPECT_TRUE(diary.isBefore("grow " + std::to_string(job.hull), named(job)));
        for (std::size_t hull = 0; hull < kHulls; ++hull)
            EXPECT_TRUE(diary.isBefore(named({hull, 0, false}), "grid " + std::to_string(hull)));
        for (std::size_t hull = 0; hull < kHulls; ++hull)
            EXPECT_TRUE(diary.isBefore("grow " + std::to_string(hull), "take samples " + std::to_string(hull)));
    }
}

TEST(Schedule, RangesDoTheirOwnHullsOnly) {
    Diary diary;
    const std::vector<BakeJob> jobs = bakeJobs(3, 2);
    const HullWork work = workOf(diary, 1);
    runHulls(work, {1, 2}, jobs);
    EXPECT_EQ(diary.jobs(), 1 + 4 + 0 + 1u) << "no grid, and a description beside the last hull alone";
    runHulls(work, {2, 3}, jobs);
    EXPECT_EQ(diary.jobs(), 6 + 1 + 4 + 1 + 1 + 1u);
}

TEST(Schedule, DescriptionWaitsWithTheLastGrid) {
    Diary diary;
    runHulls(workOf(diary, 1), {1, 2}, bakeJobs(2, 2));
    EXPECT_EQ(diary.jobs(), 1 + 4 + 0 + 1u) << "no grid and no description";
}

// The parts of a job that another job's exception cancelled would be missing in its result without a word.
TEST(Schedule, AnExceptionLeavesNoRunningJobHalfDone) {
    constexpr int kParts = 1000;
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 2);
    tbb::task_arena arena(2);
    std::atomic<bool> begun = false, threw = false;
    std::atomic<int> parts = 0;
    const auto waitFor = [](const std::atomic<bool>& flag) {
        using std::chrono::steady_clock;
        const auto end = steady_clock::now() + std::chrono::seconds(10);
        while (!flag && steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    Diary diary;
    HullWork work = workOf(diary, 2);
    work.bake = [&](const BakeJob& job) {
        if (!job.isWorld()) return;
        if (job.hull == 1) {
            waitFor(begun);
            threw = true;
            throw std::length_error("of one hull");
        }
        begun = true;
        waitFor(threw);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));  // until the list has the exception
        tbb::parallel_for(0, kParts, [&](int) { ++parts; });
    };
    EXPECT_THROW(arena.execute([&] { runHulls(work, {0, 2}, bakeJobs(2, 1)); }), std::length_error);
    EXPECT_EQ(parts, kParts);
}

TEST(Schedule, LargeMapsGoHullByHull) {
    const auto small = hullRanges(3, 20000);
    ASSERT_EQ(small.size(), 1u);
    EXPECT_EQ(small[0].first, 0u);
    EXPECT_EQ(small[0].last, 3u);
    const auto large = hullRanges(3, 20001);
    ASSERT_EQ(large.size(), 3u);
    for (std::size_t h = 0; h < 3; ++h) {
        EXPECT_EQ(large[h].first, h);
        EXPECT_EQ(large[h].last, h + 1);
    }
}

TEST(Schedule, BakesInOrder) {
    const std::vector<BakeJob> jobs = bakeJobs(2, 2);
    ASSERT_EQ(jobs.size(), 8u);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        EXPECT_EQ(jobs[i].hull, i % 2);
        EXPECT_EQ(jobs[i].liquid, i / 2 % 2 == 1);
        EXPECT_EQ(jobs[i].model, i / 4);
        EXPECT_EQ(jobs[i].isWorld(), i < 2);
    }
}

}  // namespace
}  // namespace hullbake::test
