// A bot for Obstruction as a C++ program; it needs nothing but a compiler.
//
// It takes the middle of the board, then answers every move with its image under a half turn,
// which wins if both sides are odd. If that is not possible, it takes the first free cell.
//
//     c++ -std=c++17 -O2 examples/bots/mirror.cpp -o mirror
//     quire arena match ./mirror random --game obstruction --size 7x7
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct Cell {
  int column, row;
};

Cell cell(const std::string& name) { return {name[0] - 'a', std::stoi(name.substr(1)) - 1}; }

struct Board {
  int columns = 6, rows = 6;
  std::vector<Cell> marks;

  // The rest of a line after `position`: startpos or a position text, then optional moves.
  void set(std::istream& words) {
    std::string word;
    words >> word;
    marks.clear();
    if (word != "startpos") {
      columns = static_cast<int>(word.find('/'));
      rows = static_cast<int>(std::count(word.begin(), word.end(), '/')) + 1;
      for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
          const char mark = word[static_cast<std::size_t>(y * (columns + 1) + x)];
          if (mark == 'X' || mark == 'O') marks.push_back({x, y});
        }
      }
    }
    bool moves = false;
    while (words >> word) {
      if (moves) marks.push_back(cell(word));
      moves = moves || word == "moves";
    }
  }

  bool free(Cell at) const {
    return at.column >= 0 && at.column < columns && at.row >= 0 && at.row < rows &&
           std::all_of(marks.begin(), marks.end(), [&](Cell mark) {
             return std::max(std::abs(at.column - mark.column), std::abs(at.row - mark.row)) > 1;
           });
  }

  Cell choose() const {
    const Cell middle{columns / 2, rows / 2};
    if (!marks.empty()) {
      const Cell image{columns - 1 - marks.back().column, rows - 1 - marks.back().row};
      if (free(image)) return image;
    }
    if (free(middle)) return middle;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        if (free({column, row})) return {column, row};
      }
    }
    return middle;  // unreachable: the game would be over
  }
};

int main() {
  Board board;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "ugi") {
      std::cout << "id name mirror in C++\nugiok" << std::endl;
    } else if (word == "isready") {
      std::cout << "readyok" << std::endl;
    } else if (word == "setoption") {
      std::string skip, name, value;
      words >> skip >> name >> skip >> value;
      if (name == "Size") {
        board.columns = std::stoi(value);
        board.rows = std::stoi(value.substr(value.find('x') + 1));
      }
    } else if (word == "position") {
      board.set(words);
    } else if (word == "go") {
      const Cell at = board.choose();
      std::cout << "bestmove " << static_cast<char>('a' + at.column) << at.row + 1 << std::endl;
    } else if (word == "quit") {
      break;
    }
  }
}
