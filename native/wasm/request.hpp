// A request: what is asked, then a line `name=value` for each detail.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation.hpp"
#include "engine/limits.hpp"

namespace quire::wasm {

class Request {
 public:
  explicit Request(std::string_view typed) : lines_(quire::text::split(typed, '\n')) {}

  [[nodiscard]] std::string_view kind() const noexcept { return lines_.front(); }
  [[nodiscard]] std::string_view all() const noexcept {
    return {lines_.front().data(),
            static_cast<std::size_t>(lines_.back().end() - lines_.front().begin())};
  }
  // Empty if it is not given.
  [[nodiscard]] std::string_view text(std::string_view name) const noexcept {
    for (const std::string_view line : lines_) {
      if (line.size() > name.size() && line.starts_with(name) && line[name.size()] == '=') {
        return line.substr(name.size() + 1);
      }
    }
    return {};
  }
  [[nodiscard]] bool has(std::string_view name) const noexcept { return !text(name).empty(); }
  [[nodiscard]] bool yes(std::string_view name) const noexcept { return text(name) == "yes"; }

  // Throws NotationError unless it is a whole number.
  [[nodiscard]] std::uint64_t whole(std::string_view name, std::uint64_t otherwise) const {
    const std::string_view digits = text(name);
    if (digits.empty()) return otherwise;
    std::uint64_t value = 0;
    for (const char c : digits) {
      if (!quire::text::is_digit(c)) refuse(name, digits);
      value = value * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return value;
  }
  // Throws NotationError unless it is a decimal number.
  [[nodiscard]] double number(std::string_view name, double otherwise) const {
    const std::string typed(text(name));
    if (typed.empty()) return otherwise;
    char* end = nullptr;
    const double value = std::strtod(typed.c_str(), &end);
    if (*end != '\0') refuse(name, typed);
    return value;
  }
  // The parts between spaces.
  [[nodiscard]] std::vector<std::string_view> words(std::string_view name) const {
    return has(name) ? quire::text::split(text(name), ' ') : std::vector<std::string_view>();
  }

  [[nodiscard]] Limits limits() const {
    const Limits none;
    return {number("seconds", none.seconds), whole("nodes", none.nodes), 1};
  }

 private:
  [[noreturn]] static void refuse(std::string_view name, std::string_view typed) {
    throw NotationError(std::string(name) + " must be a number, not " + quire::text::quoted(typed));
  }

  std::vector<std::string_view> lines_;
};

}  // namespace quire::wasm
