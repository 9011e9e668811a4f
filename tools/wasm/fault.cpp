#include "tools/wasm/fault.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <typeinfo>

#include "formats/map_lexer.hpp"

namespace {

constexpr std::size_t kMessageRoom = 4096;

/// The page reads it, with these members in this order.
struct Fault {
    std::uint32_t line = 0, column = 0, size = 0;
    char message[kMessageRoom] = {};
};
Fault fault;

/// Upper bound of an exception's size: those here hold a place and a text.
constexpr std::size_t kExceptionRoom = 256;
alignas(16) std::byte exceptionRoom[kExceptionRoom];

}  // namespace

void hullbake::wasm::stopCompile(SourcePos pos, std::string_view message) {
    fault.line = static_cast<std::uint32_t>(pos.line);
    fault.column = static_cast<std::uint32_t>(pos.column);
    fault.size = static_cast<std::uint32_t>(std::min(message.size(), kMessageRoom));
    std::copy_n(message.data(), fault.size, fault.message);
    __builtin_trap();
}

// What compiled `throw` expressions call. clang's name for each is a part of the C++ ABI.
extern "C" {

__attribute__((export_name("hullbakeCompilerFault"))) const void* hullbakeCompilerFault() {
    return &fault;
}

void* __cxa_allocate_exception(std::size_t size) noexcept {
    return size <= kExceptionRoom ? exceptionRoom : std::malloc(size);
}

void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
    if (*type == typeid(hullbake::MapSyntaxError)) {
        const auto& error = *static_cast<const hullbake::MapSyntaxError*>(thrown);
        hullbake::wasm::stopCompile(error.pos, error.message);
    }
    const bool isStandard = *type == typeid(std::length_error) || *type == typeid(std::runtime_error) ||
                            *type == typeid(std::logic_error) || *type == typeid(std::out_of_range);
    hullbake::wasm::stopCompile({0, 0, 0},
                                isStandard ? static_cast<const std::exception*>(thrown)->what() : type->name());
}

// Debian's compiler-rt is compiled with stack guards, and does not bring what they need.
std::uintptr_t __stack_chk_guard = 0x5aa5c33c;
void __stack_chk_fail() {
    hullbake::wasm::stopCompile({0, 0, 0}, "the stack was overwritten");
}

}  // extern "C"

void* operator new(std::size_t size) {
    if (void* const block = std::malloc(size > 0 ? size : 1)) return block;
    hullbake::wasm::stopCompile({0, 0, 0}, "the map needs more memory than a page has");
}
void* operator new[](std::size_t size) {
    return operator new(size);
}
void operator delete(void* block) noexcept {
    std::free(block);
}
void operator delete[](void* block) noexcept {
    std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
    std::free(block);
}
void operator delete[](void* block, std::size_t) noexcept {
    std::free(block);
}
