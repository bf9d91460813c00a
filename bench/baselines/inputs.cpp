// Writes inputs to measure with: the same bytes on every machine.
//
//     inputs grid ROWS COLS      a grid of ABC201 D
//     inputs boards COUNT        boards of ABC349 E, one after the other, cells from -10 to 10
//     inputs positions COUNT     lines of AOJ 0066: 0 to 9 plies of random play, cut off at a line
//
// Random numbers are 64-bit xorshift from a fixed seed: the shifts (7, 9) and the seed of the grid
// are those of the check value in testdata/contest.toml.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

static uint64_t state = UINT64_C(88172645463325252);

static uint64_t next() {
    state ^= state << 7;
    state ^= state >> 9;
    return state;
}

static uint64_t below(uint64_t bound) { return (next() >> 11) % bound; }

static void grid(int rows, int cols) {
    std::cout << rows << ' ' << cols << '\n';
    std::string row(cols, '-');
    for (int r = 0; r < rows; r++) {
        for (auto &cell : row) cell = next() & 1 ? '+' : '-';
        std::cout << row << '\n';
    }
}

static void boards(int count) {
    while (count > 0) {
        int cells[9], sum = 0;
        for (int &cell : cells) sum += cell = int(below(21)) - 10;
        if (sum % 2 == 0) continue;
        for (int i = 0; i < 9; i++) std::cout << cells[i] << (i % 3 == 2 ? '\n' : ' ');
        count--;
    }
}

static bool has_line(const std::string &b) {
    static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (auto &l : LINES)
        if (b[l[0]] != 's' && b[l[0]] == b[l[1]] && b[l[1]] == b[l[2]]) return true;
    return false;
}

static void positions(int count) {
    for (; count > 0; count--) {
        std::string board(9, 's');
        int plies = int(below(10));
        for (int ply = 0; ply < plies && !has_line(board); ply++) {
            int cell;
            do cell = int(below(9));
            while (board[cell] != 's');
            board[cell] = ply % 2 ? 'x' : 'o';
        }
        std::cout << board << '\n';
    }
}

int main(int argc, char **argv) {
    std::ios::sync_with_stdio(false);
    std::string kind = argc > 1 ? argv[1] : "";
    if (kind == "grid" && argc == 4) grid(atoi(argv[2]), atoi(argv[3]));
    else if (kind == "boards" && argc == 3) boards(atoi(argv[2]));
    else if (kind == "positions" && argc == 3) positions(atoi(argv[2]));
    else {
        std::cerr << "usage: inputs grid ROWS COLS | boards COUNT | positions COUNT\n";
        return 2;
    }
}
