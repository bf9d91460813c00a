// The greatest memory that a program held: runs it with its output thrown away and prints its peak
// resident set in KiB. (A process inherits the peak of whoever starts it, and an interpreter's would
// hide what is measured. This one holds next to nothing.)
//
//     peak INPUT PROGRAM [ARGUMENT...]
#include <cstdio>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const pid_t child = fork();
  if (child < 0) return 3;
  if (child == 0) {
    const int in = open(argv[1], O_RDONLY), out = open("/dev/null", O_WRONLY);
    dup2(in, 0);
    dup2(out, 1);
    execv(argv[2], argv + 2);
    _exit(127);
  }
  int status;
  struct rusage used;
  if (wait4(child, &status, 0, &used) != child) return 3;
  if (!WIFEXITED(status) || WEXITSTATUS(status)) return 3;
  std::printf("%ld\n", used.ru_maxrss);
}
