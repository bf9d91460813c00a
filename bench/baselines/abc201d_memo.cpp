// ABC201 D by memoised recursion: the best over both steps of the gain minus what follows. Whether a
// cell is known is kept beside its value, since any number is also a possible value.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

static int rows, cols;
static std::vector<std::string> grid;
static std::vector<std::vector<int>> memo;
static std::vector<std::vector<bool>> known;

static int margin(int r, int c) {
    if (r == rows - 1 && c == cols - 1) return 0;
    if (known[r][c]) return memo[r][c];
    auto gain = [&](int y, int x) { return grid[y][x] == '+' ? 1 : -1; };
    int best = -1000000000;
    if (r + 1 < rows) best = std::max(best, gain(r + 1, c) - margin(r + 1, c));
    if (c + 1 < cols) best = std::max(best, gain(r, c + 1) - margin(r, c + 1));
    known[r][c] = true;
    return memo[r][c] = best;
}

int main() {
    std::cin >> rows >> cols;
    grid.resize(rows);
    for (auto &row : grid) std::cin >> row;
    memo.assign(rows, std::vector<int>(cols));
    known.assign(rows, std::vector<bool>(cols));
    int answer = margin(0, 0);
    std::cout << (answer > 0 ? "Takahashi" : answer < 0 ? "Aoki" : "Draw") << '\n';
}
