// One thread in place of oneTBB, for systems that have none: the calls that the compiler makes, done in their order.
//
// meson.build puts this folder on the include path where it finds no oneTBB. The bytes of a file do not depend on
// threads.
#pragma once

#include <cstddef>

namespace tbb {

/// The values from begin() up to end(). Never split here.
template <class Value>
class blocked_range {
  public:
    blocked_range(Value begin, Value end, [[maybe_unused]] std::size_t grain = 1) : begin_(begin), end_(end) {}
    Value begin() const { return begin_; }
    Value end() const { return end_; }
    bool empty() const { return !(begin_ < end_); }

  private:
    Value begin_, end_;
};

template <class Index, class Body>
void parallel_for(Index first, Index last, const Body& body) {
    for (Index i = first; i < last; ++i) body(i);
}

template <class Value, class Body>
void parallel_for(const blocked_range<Value>& range, const Body& body) {
    if (!range.empty()) body(range);
}

template <class... Bodies>
void parallel_invoke(const Bodies&... bodies) {
    (bodies(), ...);
}

/// Runs each body at once.
class task_group {
  public:
    template <class Body>
    void run(const Body& body) {
        body();
    }
    void wait() {}
};

class task_arena {
  public:
    explicit task_arena([[maybe_unused]] int threads) {}
    template <class Body>
    void execute(const Body& body) {
        body();
    }
};

namespace this_task_arena {
inline int max_concurrency() {
    return 1;
}
template <class Body>
void isolate(const Body& body) {
    body();
}
}  // namespace this_task_arena

class global_control {
  public:
    enum parameter { max_allowed_parallelism };
    global_control(parameter, std::size_t) {}
};

}  // namespace tbb
