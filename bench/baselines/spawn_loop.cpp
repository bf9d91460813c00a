// The rate of starting processes and nothing else: forks, runs a program with its input from a file
// and its output into a pipe, reads that, waits, again and again. Prints processes a second.
//
//     spawn_loop COUNT INPUT PROGRAM [ARGUMENT...]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  const int count = std::atoi(argv[1]);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; i++) {
    int out[2];
    if (pipe(out)) return 3;
    const pid_t child = fork();
    if (child < 0) return 3;
    if (child == 0) {
      const int in = open(argv[2], O_RDONLY);
      dup2(in, 0);
      dup2(out[1], 1);
      close(in);
      close(out[0]);
      close(out[1]);
      execv(argv[3], argv + 3);
      _exit(127);
    }
    close(out[1]);
    char buffer[4096];
    while (read(out[0], buffer, sizeof buffer) > 0) {
    }
    close(out[0]);
    int status;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status)) return 3;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%.1f\n", count / seconds.count());
}
