// The core for the browser: one function that answers requests. No function here needs to clean up
// after an error: the host drops the instance (see errors.cpp), and makes another.
#include "wasm/analysis.hpp"

namespace quire::wasm {
namespace {

[[nodiscard]] std::string answer(const Request& request) {
  static Kept kept;
  const std::string_view kind = request.kind();
  Json json;
  with_line(request, [&]<Position P>(const Line<P>& line) {
    if (kind == "replay") return write_replay(json, line);
    if (kind == "draw") return write_picture(json, line);
    if (kind == "choose") return choose(json, request, line);
    if (kind == "policy") return choose_by_policy(json, request, line);
    if (kind == "search") return search(json, request, line, kept);
    if (kind == "solve") return solve(json, request, line, kept);
    if (kind == "prove") return prove(json, request, line, kept);
    if (kind == "analyse") return analyse(json, request, line, kept);
    if (kind == "review_position") return review_position(json, request, line, kept);
    if (kind == "review") return review(json, request, line);
    if (kind == "check_puzzle") return check_puzzle(json, request, line);
    if (kind == "perft") return count_games(json, request, line);
    if (kind == "playouts") return play_out(json, request, line);
    if (kind == "moves") {
      std::vector<Move> moves;
      line.last().for_each_legal([&](Move move) { moves.push_back(move); });
      write_moves(json.begin('{'), "moves", line, moves);
      json.end('}');
      return;
    }
    throw NotationError("no request called " + quire::text::quoted(kind));
  });
  return json.text();
}

// Learned weights, two bytes each, as weight files have them.
void set_weights(std::string_view game, std::string_view content) {
  for_each_kind([&]<Position P>(std::type_identity<P>) {
    if constexpr (Evaluation<P>::available) {
      if (game == P::Game::key) Evaluation<P>::set_weights(weights_in(content));
    }
  });
}

// What the host reads: the answer's place and length.
std::string answered;

}  // namespace
}  // namespace quire::wasm

extern "C" {

// Memory for a text that the host writes; `release` gives it back.
[[clang::export_name("allocate")]] char* quire_allocate(std::size_t length) {
  return static_cast<char*>(std::malloc(length));
}
[[clang::export_name("release")]] void quire_release(char* text) { std::free(text); }

// Answers a request with JSON, which is valid until the next one. Returns its length.
[[clang::export_name("answer")]] std::size_t quire_answer(const char* text, std::size_t length) {
  using namespace quire::wasm;
  answered = answer(Request({text, length}));
  return answered.size();
}
[[clang::export_name("answer_text")]] const char* quire_answer_text() {
  return quire::wasm::answered.data();
}

[[clang::export_name("set_weights")]] void quire_set_weights(const char* game, std::size_t length,
                                                             const char* content,
                                                             std::size_t size) {
  quire::wasm::set_weights({game, length}, {content, size});
}
}
