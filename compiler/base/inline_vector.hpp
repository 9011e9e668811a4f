// Vector whose first kInPlace elements need no heap, for small lists that every stage makes by the thousand.
//
// Invariant: elements are trivially copyable, so moving and copying a vector copies bytes only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>

namespace hullbake {

template <class T, std::size_t kInPlace>
class InlineVector {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    InlineVector() = default;
    InlineVector(std::initializer_list<T> values) { append(values.begin(), values.size()); }
    InlineVector(const InlineVector& other) { append(other.data(), other.size_); }
    InlineVector(InlineVector&& other) noexcept { take(other); }
    ~InlineVector() { release(); }

    InlineVector& operator=(const InlineVector& other) {
        if (this == &other) return *this;
        size_ = 0;
        append(other.data(), other.size_);
        return *this;
    }
    InlineVector& operator=(InlineVector&& other) noexcept {
        if (this == &other) return *this;
        release();
        take(other);
        return *this;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T* begin() { return data_; }
    const T* begin() const { return data_; }
    T* end() { return data_ + size_; }
    const T* end() const { return data_ + size_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T& front() { return data_[0]; }
    const T& front() const { return data_[0]; }
    T& back() { return data_[size_ - 1]; }
    const T& back() const { return data_[size_ - 1]; }

    void clear() { size_ = 0; }
    void push_back(const T& value) {
        if (size_ == capacity_) return pushGrowing(value);
        std::construct_at(data_ + size_++, value);
    }
    void reserve(std::size_t wanted) {
        if (wanted <= capacity_) return;
        const std::size_t room = std::max<std::size_t>(wanted, std::size_t{2} * capacity_);
        T* const grown = std::allocator<T>().allocate(room);
        copyBytes(grown, data_, size_);
        release();
        data_ = grown;
        capacity_ = static_cast<std::uint32_t>(room);
    }
    /// Leaves new elements uninitialised; the caller writes them.
    void resizeForOverwrite(std::size_t size) {
        reserve(size);
        size_ = static_cast<std::uint32_t>(size);
    }

  private:
    void pushGrowing(const T& value) {
        const T kept = value;  // `value` may be an element of this vector
        reserve(std::size_t{size_} + 1);
        std::construct_at(data_ + size_++, kept);
    }
    T* inPlace() { return reinterpret_cast<T*>(storage_); }
    static void copyBytes(T* to, const T* from, std::size_t count) {
        if (count > 0) std::memcpy(static_cast<void*>(to), from, count * sizeof(T));
    }
    void append(const T* from, std::size_t count) {
        reserve(std::size_t{size_} + count);
        copyBytes(data_ + size_, from, count);
        size_ += static_cast<std::uint32_t>(count);
    }
    // Moves the contents of `other` here. Requires that this vector owns no heap memory.
    void take(InlineVector& other) noexcept {
        size_ = other.size_;
        if (other.data_ == other.inPlace()) {
            data_ = inPlace();
            capacity_ = kInPlace;
            copyBytes(data_, other.data_, size_);
        } else {
            data_ = std::exchange(other.data_, other.inPlace());
            capacity_ = std::exchange(other.capacity_, std::uint32_t{kInPlace});
        }
        other.size_ = 0;
    }
    void release() noexcept {
        if (data_ != inPlace()) std::allocator<T>().deallocate(data_, capacity_);
    }

    T* data_ = inPlace();
    std::uint32_t size_ = 0, capacity_ = kInPlace;
    alignas(T) std::byte storage_[kInPlace * sizeof(T)];
};

}  // namespace hullbake
