// ABC349 E the usual way: minimax on First's points over (cells claimed, which are First's), with a
// memo in a std::map. A line of First's is worth +INF, one of Second's -INF; Second's points are the
// sum of all cells minus First's.
#include <cstdint>
#include <iostream>
#include <map>

static const int LINES[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
static const int64_t INF = INT64_C(1) << 60;

static int64_t cell[9], total;
static std::map<int, int64_t> memo;

static bool has_line(int marks) {
    for (int line : LINES)
        if ((marks & line) == line) return true;
    return false;
}

// First's points under perfect play.
static int64_t points(int claimed, int first) {
    if (has_line(first)) return INF;
    if (has_line(claimed & ~first)) return -INF;
    if (claimed == 0777) {
        int64_t sum = 0;
        for (int i = 0; i < 9; i++)
            if (first >> i & 1) sum += cell[i];
        return sum;
    }
    auto [entry, fresh] = memo.try_emplace(claimed << 9 | first, 0);
    if (!fresh) return entry->second;
    bool firsts_turn = __builtin_popcount(claimed) % 2 == 0;
    int64_t best = firsts_turn ? -INF : INF;
    for (int i = 0; i < 9; i++) {
        if (claimed >> i & 1) continue;
        int64_t value = points(claimed | 1 << i, firsts_turn ? first | 1 << i : first);
        best = firsts_turn ? std::max(best, value) : std::min(best, value);
    }
    return entry->second = best;
}

// Answers one board, or with further boards on the input all of them.
int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    while (std::cin >> cell[0]) {
        total = cell[0];
        for (int i = 1; i < 9; i++) {
            std::cin >> cell[i];
            total += cell[i];
        }
        memo.clear();
        int64_t first = points(0, 0);
        bool takahashi = first == INF || (first != -INF && first > total - first);
        std::cout << (takahashi ? "Takahashi\n" : "Aoki\n");
    }
}
