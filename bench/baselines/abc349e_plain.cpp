// ABC349 E without a memo: plain recursion on two bitboards. It visits all 549,946 nodes of the tree
// of play, so that it does the same work as the `plain` solver. `--time N` repeats the search and
// prints the median in nanoseconds.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <vector>

static const int LINES[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

static int64_t cell[9];

static bool has_line(int marks) {
    for (int line : LINES)
        if ((marks & line) == line) return true;
    return false;
}

// 1, 0, -1: the player to move (who owns `mine`) wins, draws, loses.
static int value(int mine, int theirs) {
    if (has_line(theirs)) return -1;
    int claimed = mine | theirs;
    if (claimed == 0777) {
        int64_t sum = 0;
        for (int i = 0; i < 9; i++) sum += mine >> i & 1 ? cell[i] : -cell[i];
        return (sum > 0) - (sum < 0);
    }
    int best = -1;
    for (int free = 0777 & ~claimed; free; free &= free - 1) {
        int move = free & -free;
        best = std::max(best, -value(theirs, mine | move));
    }
    return best;
}

int main(int argc, char **argv) {
    for (auto &c : cell) std::cin >> c;
    int runs = argc == 3 && !strcmp(argv[1], "--time") ? std::max(1, atoi(argv[2])) : 0;
    int answer = value(0, 0);
    if (!runs) {
        std::cout << (answer > 0 ? "Takahashi\n" : answer < 0 ? "Aoki\n" : "Draw\n");
        return 0;
    }
    std::vector<int64_t> times;
    for (int i = 0; i < runs; i++) {
        auto start = std::chrono::steady_clock::now();
        volatile int keep = value(0, 0);
        (void)keep;
        times.push_back(std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count());
    }
    std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
    std::cout << times[runs / 2] << '\n';
}
