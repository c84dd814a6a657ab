// Errors in the browser. There is no unwinder: what is thrown is handed to the host, which throws
// it as an exception of its own through all frames and drops this instance, since nothing has been
// cleaned up. Errors are rare: the page offers legal moves only.
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

#include "core/game.hpp"
#include "wasm/error_context.hpp"

namespace {

// Never returns. `code` is the error's code in the wire types.
extern "C" [[clang::import_module("host"), clang::import_name("fail")]] void host_fail(
    const char* code, std::size_t code_length, const char* text, std::size_t text_length);

[[noreturn]] void fail(std::string_view code, std::string_view text) {
  host_fail(code.data(), code.size(), text.data(), text.size());
  std::abort();
}

[[nodiscard]] std::string_view code_of(const std::type_info& type) noexcept {
  if (type == typeid(quire::NotationError)) return "notation";
  if (type == typeid(quire::IllegalMove)) return "illegal_move";
  if (type == typeid(quire::UnknownGame)) return "unknown_game";
  if (type == typeid(std::bad_alloc)) return "memory";
  return "internal";
}

}  // namespace

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }
void __cxa_free_exception(void* thrown) noexcept { std::free(thrown); }

// All that the core throws derives from std::exception, alone and first.
[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
  fail(code_of(*type), quire::wasm::error_context + static_cast<std::exception*>(thrown)->what());
}
}
