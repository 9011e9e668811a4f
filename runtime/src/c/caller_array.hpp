// An array of sized structs that a C caller gives for answers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "c/c_values.hpp"
#include "c/sized_struct.hpp"

namespace hullbake::detail {

/// Structs of the type C, `stride` bytes apart, with room for `room` of them.
template <class C>
struct CallerArray {
    C* first = nullptr;
    std::size_t stride = 0, room = 0;

    /// `smallest`: size of the oldest version of the struct.
    HullbakeStatus status(std::size_t smallest) const {
        if (room == 0) return HullbakeStatusOk;
        if (!knownSize(stride, smallest, SIZE_MAX)) return HullbakeStatusBadSize;
        return first == nullptr ? HullbakeStatusNullArgument : HullbakeStatusOk;
    }

    /// Writes as many answers as there is room for, as `convert` makes them.
    template <class Answer, class Convert>
    void write(std::span<const Answer> answers, const Convert& convert) const {
        auto* at = reinterpret_cast<unsigned char*>(first);
        for (const Answer& answer : answers.first(std::min(answers.size(), room))) {
            writeSized<C>(at, std::min(stride, sizeof(C)), convert(answer));
            at += stride;
        }
    }
};

}  // namespace hullbake::detail
