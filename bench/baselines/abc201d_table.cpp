// ABC201 D the usual way: a table of the mover's margin, filled backward from the end, in a vector of
// vectors.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main() {
    int rows, cols;
    std::cin >> rows >> cols;
    std::vector<std::string> grid(rows);
    for (auto &row : grid) std::cin >> row;
    std::vector<std::vector<int>> margin(rows, std::vector<int>(cols, 0));
    auto gain = [&](int r, int c) { return grid[r][c] == '+' ? 1 : -1; };
    for (int r = rows - 1; r >= 0; r--) {
        for (int c = cols - 1; c >= 0; c--) {
            int best = -1000000000;
            if (r + 1 < rows) best = std::max(best, gain(r + 1, c) - margin[r + 1][c]);
            if (c + 1 < cols) best = std::max(best, gain(r, c + 1) - margin[r][c + 1]);
            margin[r][c] = best == -1000000000 ? 0 : best;
        }
    }
    int answer = margin[0][0];
    std::cout << (answer > 0 ? "Takahashi" : answer < 0 ? "Aoki" : "Draw") << '\n';
}
