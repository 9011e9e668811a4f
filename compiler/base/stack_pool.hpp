// Pool of objects that are taken and returned in stack order.
//
// Slots are reused together with the memory that their objects own. Invariant: a reference stays valid until its object
// is returned.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace hullbake {

template <class T>
class StackPool {
  public:
    /// Returns an object that still has the contents of its last use.
    T& take() {
        if (used_ == kBlock * blocks_.size()) blocks_.push_back(std::make_unique_for_overwrite<T[]>(kBlock));
        T& object = blocks_[used_ / kBlock][used_ % kBlock];
        ++used_;
        return object;
    }

    /// Returns everything that was taken during its lifetime.
    class Scope {
      public:
        explicit Scope(StackPool& pool) : pool_(pool), used_(pool.used_) {}
        ~Scope() { pool_.used_ = used_; }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        StackPool& pool_;
        std::size_t used_;
    };

  private:
    static constexpr std::size_t kBlock = 8;

    std::vector<std::unique_ptr<T[]>> blocks_;
    std::size_t used_ = 0;
};

}  // namespace hullbake
