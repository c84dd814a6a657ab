// Writes JSON, value after value.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace quire::wasm {

class Json {
 public:
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  Json& begin(char bracket) { return next().raw(bracket).first(); }
  Json& end(char bracket) {
    text_ += bracket;
    is_first_ = false;
    return *this;
  }
  Json& key(std::string_view name) { return value(name).raw(':').first(); }

  Json& value(std::string_view words) {
    next().raw('"');
    for (const char c : words) add_char(c);
    return raw('"');
  }
  Json& value(const char* words) { return value(std::string_view(words)); }
  Json& value(bool yes) { return next().raw(yes ? "true" : "false"); }
  Json& value(double number) {
    // Whole numbers without a point. JSON has no infinity.
    if (!std::isfinite(number)) return null();
    std::array<char, 32> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    return next().raw(std::string_view(digits.data(), end));
  }
  template <std::integral Number>
  Json& value(Number number) {
    return next().raw(std::to_string(number));
  }
  Json& null() { return next().raw("null"); }
  // A value that is JSON already.
  Json& json(std::string_view written) { return next().raw(written); }

  template <class Value>
  Json& field(std::string_view name, const Value& value_) {
    return key(name).value(value_);
  }
  // `write(json, item)` for each.
  template <class Items, class Write>
  Json& list(const Items& items, Write write) {
    begin('[');
    for (const auto& item : items) write(*this, item);
    return end(']');
  }

 private:
  Json& next() {
    if (!is_first_) text_ += ',';
    is_first_ = false;
    return *this;
  }
  Json& first() {
    is_first_ = true;
    return *this;
  }
  Json& raw(char c) {
    text_ += c;
    return *this;
  }
  Json& raw(std::string_view words) {
    text_ += words;
    return *this;
  }
  void add_char(char c) {
    constexpr std::string_view hex = "0123456789abcdef";
    if (c == '"' || c == '\\') text_ += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      text_ += "\\u00";
      text_ += hex[static_cast<unsigned char>(c) >> 4U];
      text_ += hex[static_cast<unsigned char>(c) & 15U];
    } else {
      text_ += c;
    }
  }

  std::string text_;
  bool is_first_ = true;
};

}  // namespace quire::wasm
