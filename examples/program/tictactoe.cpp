// Tic-tac-toe as a program over pipes. Positions are rows: x../.o./...
//     c++ -O2 -std=c++17 -o tictactoe examples/program/tictactoe.cpp
//     yomikiri solve program:command=./tictactoe --ask distance
#include <iostream>
#include <string>

std::string about(const std::string& at) {  // at[row * 4 + column]
    int crosses = 0, rings = 0;
    for (char sign : at) crosses += sign == 'x', rings += sign == 'o';
    if (at.size() != 11 || at[3] != '/' || at[7] != '/' || (crosses != rings && crosses != rings + 1))
        return R"({"error": "write three rows such as x../.o./..."})";
    const int lines[8][3] = {{0, 1, 2}, {4, 5, 6}, {8, 9, 10}, {0, 4, 8}, {1, 5, 9}, {2, 6, 10}, {0, 5, 10}, {2, 5, 8}};
    for (auto& line : lines)
        if (at[line[0]] != '.' && at[line[0]] == at[line[1]] && at[line[0]] == at[line[2]])
            return at[line[0]] == 'x' ? R"({"outcome": "first"})" : R"({"outcome": "second"})";
    if (crosses + rings == 9) return R"({"outcome": "draw"})";
    const bool first = crosses == rings;
    std::string moves;
    for (int cell = 0; cell < 11; cell++) {
        if (at[cell] != '.') continue;
        std::string next = at, name = std::to_string(cell / 4 + 1) + "," + std::to_string(cell % 4 + 1);
        next[cell] = first ? 'x' : 'o';
        moves += (moves.empty() ? "[\"" : ",[\"") + name + "\",\"" + next + "\"]";
    }
    return std::string("{\"to_move\":\"") + (first ? "first" : "second") + "\",\"moves\":[" + moves +
           "],\"rank\":" + std::to_string(9 - crosses - rings) + "}";
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::string answer;
        if (line == "\"start\"") {
            answer = R"({"start": ".../.../...", "title": "Tic-tac-toe", "ranks": true})";
        } else {  // ["position","position"]: these positions need no escapes
            for (size_t from = line.find('"'); from != line.npos; from = line.find('"', from)) {
                size_t to = line.find('"', from + 1);
                answer += (answer.empty() ? "" : ",") + about(line.substr(from + 1, to - from - 1));
                from = to + 1;
            }
            answer = "[" + answer + "]";
        }
        std::cout << answer << std::endl;
    }
}
