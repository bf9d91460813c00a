//! Ten wrong programs as contestants write them, in C++ and in Python: found, and made as small in either.

use super::problems::{CASES, Case};
use super::roles::{Function, open, parts, stress};
use crate::trial;
use libtest_mimic::Trial;
use std::ffi::OsString;
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tempfile::TempDir;
use yomikiri_catalog::lang::Lang;
use yomikiri_contest::stress::{Child, Config, Parts, Verdict};

/// The problems, by the names of their cases.
const WRONG: [&str; 10] = [
    "greatest sum",
    "sum of 32 bits",
    "increasing",
    "brackets",
    "components",
    "diameter",
    "islands",
    "one way",
    "cycles",
    "knapsack",
];

/// All of them, by the number in [`WRONG`].
const CPP: &str = r#"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;
typedef long long ll;
static int in() { int x; if (scanf("%d", &x) != 1) exit(9); return x; }
static int n;
static void far(const vector<vector<int>>& g, int v, int p, int d, int& best) {
  best = max(best, d);
  for (int w : g[v]) if (w != p) far(g, w, v, d + 1, best);
}
static char cell[99][99];
static int h, w;
static void sink(int i, int j) {
  if (i < 0 || j < 0 || i >= h || j >= w || cell[i][j] != '#') return;
  cell[i][j] = '.';
  for (int a = -1; a <= 1; a++) for (int b = -1; b <= 1; b++) sink(i + a, j + b);
}
int main(int, char** argv) {
  switch (atoi(argv[1])) {
    case 0: { // The best sum of none is taken for a sum.
      n = in(); ll best = 0, sum = 0;
      while (n--) { sum = max(0LL, sum) + in(); best = max(best, sum); }
      printf("%lld\n", best); break; }
    case 1: { // 32 bits.
      n = in(); unsigned sum = 0;
      while (n--) sum += in();
      printf("%d\n", (int)sum); break; }
    case 2: { // upper_bound where lower_bound is wanted.
      n = in(); vector<int> last;
      while (n--) { int x = in(); auto at = upper_bound(last.begin(), last.end(), x);
        if (at == last.end()) last.push_back(x); else *at = x; }
      printf("%d\n", (int)last.size()); break; }
    case 3: { // Only the count of the brackets.
      char s[99]; if (scanf("%98s", s) != 1) return 9;
      int open = 0; for (char* c = s; *c; c++) open += *c == '(' ? 1 : -1;
      puts(open == 0 ? "Yes" : "No"); break; }
    case 4: { // As if every edge joined two components.
      n = in(); int m = in(); printf("%d\n", max(1, n - m)); break; }
    case 5: { // The farthest vertex from the first one.
      n = in(); vector<vector<int>> g(n);
      for (int i = 1; i < n; i++) { int a = in() - 1, b = in() - 1; g[a].push_back(b); g[b].push_back(a); }
      int best = 0; far(g, 0, -1, 0, best); printf("%d\n", best); break; }
    case 6: { // Eight neighbours.
      h = in(); w = in(); int count = 0;
      for (int i = 0; i < h; i++) if (scanf("%98s", cell[i]) != 1) return 9;
      for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) if (cell[i][j] == '#') { count++; sink(i, j); }
      printf("%d\n", count); break; }
    case 7: { // Roads can be driven both ways.
      n = in(); int m = in(); const ll inf = 1e18; vector<vector<ll>> d(n, vector<ll>(n, inf));
      for (int i = 0; i < n; i++) d[i][i] = 0;
      while (m--) { int a = in() - 1, b = in() - 1; ll c = in(); d[a][b] = min(d[a][b], c); d[b][a] = min(d[b][a], c); }
      for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)
        d[i][j] = min(d[i][j], d[i][k] + d[k][j]);
      printf("%lld\n", d[0][n - 1] >= inf ? -1 : d[0][n - 1]); break; }
    case 8: { // As if all cycles had one place or two.
      n = in(); int moved = 0; for (int i = 1; i <= n; i++) moved += in() != i;
      printf("%d\n", n - moved + moved / 2); break; }
    case 9: { // What is worth most for its weight comes first.
      n = in(); int room = in(), total = 0; vector<pair<int, int>> t(n);
      for (auto& p : t) { p.first = in(); p.second = in(); }
      stable_sort(t.begin(), t.end(), [](pair<int, int> a, pair<int, int> b) { return a.second * b.first > b.second * a.first; });
      for (auto& p : t) if (p.first <= room) { room -= p.first; total += p.second; }
      printf("%d\n", total); break; }
  }
}
"#;

/// The same, typed anew.
const PYTHON: &str = r##"
import sys
from bisect import bisect_right

def greatest_sum(n, *a):
    best = here = 0
    for x in a:
        here = max(here, 0) + x
        best = max(best, here)
    return best

def sum32(n, *a):
    return (sum(a) + 2**31) % 2**32 - 2**31

def increasing(n, *a):
    tails = []
    for x in a:
        k = bisect_right(tails, x)
        tails[k:k + 1] = [x]
    return len(tails)

def components(n, m, *_):
    return max(1, n - m)

def diameter(n, *e):
    near = {v: [] for v in range(1, n + 1)}
    for a, b in zip(e[::2], e[1::2]):
        near[a].append(b)
        near[b].append(a)
    depth = {1: 0}
    queue = [1]
    for v in queue:
        for u in near[v]:
            if u not in depth:
                depth[u] = depth[v] + 1
                queue.append(u)
    return max(depth.values())

def one_way(n, m, *e):
    cost = [0] + [10**18] * (n - 1)
    for _ in range(n):
        for a, b, c in zip(e[::3], e[1::3], e[2::3]):
            cost[b - 1] = min(cost[b - 1], cost[a - 1] + c)
            cost[a - 1] = min(cost[a - 1], cost[b - 1] + c)
    return cost[-1] if cost[-1] < 10**18 else -1

def cycles(n, *p):
    moved = sum(x != i for i, x in enumerate(p, 1))
    return n - moved + moved // 2

def knapsack(n, room, *t):
    total = 0
    for w, v in sorted(zip(t[::2], t[1::2]), key=lambda t: -t[1] / t[0]):
        if w <= room:
            room -= w
            total += v
    return total

def islands(rows):
    land = {(i, j) for i, row in enumerate(rows) for j, c in enumerate(row) if c == "#"}
    count = 0
    while land:
        count += 1
        todo = [land.pop()]
        while todo:
            i, j = todo.pop()
            for k in [(i + a, j + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]:
                if k in land:
                    land.remove(k)
                    todo.append(k)
    return count

which = int(sys.argv[1])
words = sys.stdin.read().split()
if which == 3:
    s = words[0]
    print("Yes" if s.count("(") == s.count(")") else "No")
elif which == 6:
    print(islands(words[2:]))
else:
    solve = [greatest_sum, sum32, increasing, None, components, diameter, None, one_way, cycles, knapsack][which]
    print(solve(*map(int, words)))
"##;

/// A directory with the programs, and the words that run one of them before its number.
type Made = Result<(TempDir, Vec<OsString>), String>;

/// Compiled once.
fn cpp() -> Made {
    let files = tempfile::tempdir().expect("a directory");
    let (source, program) = (files.path().join("wrong.cpp"), files.path().join("wrong"));
    std::fs::write(&source, CPP).expect("it is written");
    let made = Command::new("g++")
        .arg("-O1")
        .arg("-o")
        .arg(&program)
        .arg(&source)
        .output();
    let made = made.map_err(|_| "there is no g++".to_owned())?;
    let errors = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(made.status.success(), "{errors}");
    Ok((files, vec![program.into()]))
}

fn python() -> Made {
    let files = tempfile::tempdir().expect("a directory");
    let source = files.path().join("wrong.py");
    std::fs::write(&source, PYTHON).expect("it is written");
    // The interpreter itself: what is called python3 may be a script that looks for it.
    let asked = Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output();
    let asked = asked.map_err(|_| "there is no python3".to_owned())?;
    let python = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
    // Without the packages of the machine, which take a while to look for.
    let words = [&python, "-I", "-S"].map(OsString::from);
    Ok((files, [&words[..], &[source.into()]].concat()))
}

#[expect(clippy::print_stdout, reason = "what was not run says so")]
pub(super) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (language, make) in [("C++", cpp as fn() -> Made), ("Python", python)] {
        let made: Arc<OnceLock<Made>> = Arc::default();
        for (number, name) in WRONG.into_iter().enumerate() {
            let made = Arc::clone(&made);
            trials.push(trial(
                format!("open: finds {name} in {language}"),
                move || match made.get_or_init(make) {
                    Ok((_, words)) => finds(name, words, number),
                    Err(why) => println!("NOT RUN: {name} in {language}: {why}"),
                },
            ));
        }
    }
    trials
}

fn finds(name: &str, words: &[OsString], number: usize) {
    let case = CASES.iter().find(|case| case.0 == name);
    let &Case(_, shape, solve, most) = case.expect("there is such a problem");
    let words = [words, &[number.to_string().into()]].concat();
    let wrong = Child::new(&words, &std::env::temp_dir()).expect("a command");
    let source = open(Parts {
        oracle: Some(Box::new(Function(solve, false))),
        ..parts(shape)
    });
    let config = Config {
        // What is asserted is the size, not the time.
        case_time: Duration::from_secs(60),
        shrink_time: Some(Duration::from_secs(300)),
        time: Some(Duration::from_secs(120)),
        threads: 2,
        ..Config::default()
    };
    let report = stress(&source, &wrong, &config);
    let text = report.text(Lang::En);
    let found = report
        .found
        .unwrap_or_else(|| panic!("{name}: not found\n{text}"));
    assert_eq!(found.verdict, Verdict::Different, "{text}");
    assert!(found.shrunk.minimal && found.repeats, "{text}");
    assert!(
        found.input.len() <= most,
        "{} bytes\n{text}",
        found.input.len()
    );
}
