// Runs c4 (github.com/ChristopheSteininger/c4) over a set of positions, for ../peers.py.
//
// In a checkout of c4, with NUM_THREADS = 1 and NUM_TABLE_ENTRIES = 8388617 in src/solver/settings.h:
//
//     g++ -std=c++20 -O3 -march=native -flto -DNDEBUG -I src -o c4-sets PATH/TO/c4.cpp src/solver/*.cpp \
//         src/solver/*/*.cpp -pthread
//
// The processor time is that of solving; the table is emptied between positions, and that is not counted.

#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include "solver/position.h"
#include "solver/solver.h"

int main(int count, char **names) {
    Solver solver{};
    for (int at = 1; at < count; at++) {
        std::ifstream set(names[at]);
        std::string moves;
        int expected, positions = 0;
        double seconds = 0;
        while (set >> moves >> expected) {
            Position position{};
            // `start` is the empty board.
            for (char column : moves == "start" ? std::string() : moves) position.move(column - '1');
            solver.clear_state();
            std::clock_t started = std::clock();
            int score = solver.solve_strong(position);
            double taken = double(std::clock() - started) / CLOCKS_PER_SEC;
            if (score != expected) {
                std::cerr << moves << ": " << score << ", but " << expected << " is expected\n";
                return 1;
            }
            seconds += taken;
            positions++;
        }
        std::cout << names[at] << ": " << positions << " positions, " << seconds * 1e3 / positions 
                  << " ms of processor time\n";
    }
}
