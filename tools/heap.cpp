// Replaces the program's heap by oneTBB's: compiling allocates many small blocks on all threads at once.
// The libraries do not contain this file, so a program that links them keeps its own heap.
#include <tbb/scalable_allocator.h>

#include <cstddef>
#include <cstdint>
#include <new>

namespace {

// Limits the freed memory that oneTBB caches, in bytes. Without a limit the cache adds a third to what is in use.
constexpr std::intptr_t kSoftLimit = std::intptr_t{256} << 20;
[[maybe_unused]] const int kLimited = scalable_allocation_mode(TBBMALLOC_SET_SOFT_HEAP_LIMIT, kSoftLimit);

}  // namespace

void* operator new(std::size_t size) {
    if (void* const room = scalable_malloc(size)) return room;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    if (void* const room = scalable_aligned_malloc(size, static_cast<std::size_t>(alignment))) return room;
    throw std::bad_alloc();
}
void operator delete(void* room) noexcept {
    scalable_free(room);
}
void operator delete(void* room, std::size_t) noexcept {
    scalable_free(room);
}
void operator delete(void* room, std::align_val_t) noexcept {
    scalable_aligned_free(room);
}
void operator delete(void* room, std::size_t, std::align_val_t) noexcept {
    scalable_aligned_free(room);
}
