// AOJ 0066 under perfect play: a memoised search a line, with a map<vector<int>, int> that is kept
// between lines. Whose turn it is follows from the number of empty cells.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static std::map<std::vector<int>, int> memo;

// 1 for o, -1 for x, 0 for nobody.
static int line_of(const std::vector<int> &board) {
    for (int mark : {1, -1})
        for (auto &line : LINES)
            if (board[line[0]] == mark && board[line[1]] == mark && board[line[2]] == mark)
                return mark;
    return 0;
}

static int winner(std::vector<int> &board) {
    auto known = memo.find(board);
    if (known != memo.end()) return known->second;
    int empty = std::count(board.begin(), board.end(), 0);
    int result = line_of(board);
    if (result == 0 && empty > 0) {
        int mover = empty % 2 ? 1 : -1;
        result = -mover;
        for (int i = 0; i < 9; i++) {
            if (board[i]) continue;
            board[i] = mover;
            result = mover * std::max(mover * result, mover * winner(board));
            board[i] = 0;
        }
    }
    return memo[board] = result;
}

int main() {
    std::string line;
    while (std::cin >> line) {
        std::vector<int> board(9);
        for (int i = 0; i < 9; i++) board[i] = line[i] == 'o' ? 1 : line[i] == 'x' ? -1 : 0;
        int result = winner(board);
        std::cout << (result > 0 ? 'o' : result < 0 ? 'x' : 'd') << '\n';
    }
}
