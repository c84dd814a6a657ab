#include "core/bits.hpp"

#include "core/random.hpp"
#include "doctest/doctest.h"

using quire::Bits;

TEST_CASE("count_bits and nth_bit agree with a walk over the bits") {
  quire::Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const auto next = [&] { return quire::Word{random.next()} << 32U | random.next(); };
    const quire::Word word = next() & next() & (round % 2 ? next() : ~0ULL);
    int seen = 0;
    for (int bit = 0; bit < 64; ++bit) {
      if ((word >> bit) & 1U) CHECK(quire::nth_bit(word, seen++) == bit);
    }
    CHECK(quire::count_bits(word) == seen);
  }
  CHECK(quire::nth_bit(~0ULL, 63) == 63);
}

TEST_CASE_TEMPLATE("a set of bits", Set, Bits<1>, Bits<2>, Bits<11>, Bits<32>) {
  SUBCASE("first(n) holds 0 to n-1") {
    for (const int n : {0, 1, 63, 64, Set::capacity - 1, Set::capacity}) {
      if (n > Set::capacity) continue;
      const Set set = Set::first(n);
      CHECK(set.count() == n);
      CHECK(set.any() == (n > 0));
      if (n > 0) CHECK(set.test(n - 1));
      if (n < Set::capacity) CHECK(!set.test(n));
    }
  }
  SUBCASE("nth and for_each give the same members in order") {
    quire::Random random(2);
    Set set;
    for (int i = 0; i < Set::capacity / 3; ++i) set.set(random.below(Set::capacity));
    int n = 0;
    set.for_each([&](int member) {
      CHECK(set.test(member));
      CHECK(set.nth(n++) == member);
    });
    CHECK(n == set.count());
  }
  SUBCASE("union, difference, reset") {
    Set a = Set::first(5);
    Set b;
    b.set(4);
    b.set(Set::capacity - 1);
    CHECK((a | b).count() == 6);
    CHECK((a - b) == Set::first(4));
    a.reset(4);
    CHECK(a == Set::first(4));
  }
}
