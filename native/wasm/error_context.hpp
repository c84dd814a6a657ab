// What an error is about. Nothing can catch an error here to add it, so it is said beforehand.
#pragma once

#include <string>

namespace quire::wasm {

// Goes before the message; empty for most of a request.
inline std::string error_context;

}  // namespace quire::wasm
