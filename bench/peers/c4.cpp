// Runs c4 (github.com/ChristopheSteininger/c4) over a set of positions, for ../peers.py.
//
// In a checkout of c4, with NUM_THREADS = 1 and NUM_TABLE_ENTRIES = 8388617 in src/solver/settings.h:
//
//     g++ -std=c++20 -O3 -march=native -flto -DNDEBUG -I src -o c4-sets PATH/TO/c4.cpp src/solver/*.cpp \
//         src/solver/*/*.cpp -pthread
//
// The time is that of solving; the table is emptied between positions, and that is not counted.

#include <chrono>
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
            for (char column : moves) position.move(column - '1');
            solver.clear_state();
            auto started = std::chrono::steady_clock::now();
            int score = solver.solve_strong(position);
            std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
            if (score != expected) {
                std::cerr << moves << ": " << score << ", but " << expected << " is expected\n";
                return 1;
            }
            seconds += taken.count();
            positions++;
        }
        std::cout << names[at] << ": " << positions << " positions, " << seconds * 1e3 / positions << " ms\n";
    }
}
