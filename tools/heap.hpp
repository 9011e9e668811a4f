// The program's own heap, where it has one (heap.cpp).
#pragma once

#ifdef HULLBAKE_OWN_HEAP
#include <tbb/scalable_allocator.h>
#endif

namespace hullbake::cli {

/// Gives memory that was freed back to the system.
inline void giveBackFreed() {
#ifdef HULLBAKE_OWN_HEAP
    scalable_allocation_command(TBBMALLOC_CLEAN_ALL_BUFFERS, nullptr);
#endif
}

}  // namespace hullbake::cli
