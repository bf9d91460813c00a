//! The examples in the help of every verb. A test runs each command in this file.

pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0    answered (also if the reader of the output stopped reading)
  1    found a fault: solvers that disagree (`compare`), a certificate that does not prove its
       claim (`check`), a wrong table (`table verify`), a program that fails (`stress`)
  2    bad input; in a batch, the good lines are answered
  3    a limit was reached, or the system failed. What is known by then is printed: a range, a
       part of the answer, or `unknown`, which --json gives as the range of all answers
  130  interrupted; the same is printed
If there is nothing to print, the reason is on stderr, and with --json also on stdout, as an
object with `error`.";

pub(crate) const SOLVE: &str = "\
Examples:
  yomikiri solve tictactoe
  yomikiri solve mnk:rows=3,cols=4,line=3 --ask distance
  yomikiri solve tictactoe x.o/.x./..o --best --line
  yomikiri solve grid-walk:file=examples/grid.txt --ask margin --json
  yomikiri solve tictactoe --positions -
  yomikiri solve clobber:rows=3,cols=4 --parts clobber.parts --positions -";

pub(crate) const MOVES: &str = "\
Examples:
  yomikiri moves tictactoe x.o/.x./..o --ask distance
  yomikiri moves tictactoe --after 2,2
  yomikiri moves connect4:cols=4,rows=4 --json";

pub(crate) const COUNT: &str = "\
Examples:
  yomikiri count tictactoe --lines
  yomikiri count tictactoe --symmetric --json
  yomikiri count connect4 --lines --plies 8";

pub(crate) const TREE: &str = "\
Examples:
  yomikiri tree tictactoe --plies 2
  yomikiri tree grid-walk:cells=---/+-+/+-- --ask margin --plies 4 --format dot
  yomikiri tree weighted-tictactoe:weights=0/0/0/0/1/0/0/0/0 --parametric";

pub(crate) const COMPARE: &str = "\
Examples:
  yomikiri compare weighted-tictactoe:weights=0/0/0/0/1/0/0/0/0
  yomikiri compare grid-walk:cells=---/+-+/+-- --ask margin --json";

pub(crate) const CONTEST: &str = "\
Examples:
  yomikiri contest --list --long
  yomikiri contest abc349e examples/abc349e.txt
  yomikiri contest abc201d examples/abc201d.txt --explain
  yomikiri contest aoj0066 examples/aoj0066.txt --perfect-play
  yomikiri contest abc349e --random --seed 1";

pub(crate) const STRESS: &str = "\
Examples:
  yomikiri stress abc349e -- ./a.out
  yomikiri stress abc201d --seed 7 -o wrong -- python3 main.py
  yomikiri stress edpc-l --cases 500 -- ./a.out {}
  yomikiri stress --input 'n 1..8 | n*{a -9..9}' --oracle 'python3 slow.py' -- ./a.out
  yomikiri stress --generate './gen' --oracle ./slow --checker ./check -- ./a.out

Exit codes: 0 no difference found, 1 the program fails, 2 bad usage, or a helper program fails,
3 the files cannot be written, 130 interrupted";

pub(crate) const RULES: &str = "\
Examples:
  yomikiri rules check examples/rules/hexapawn.toml
  yomikiri rules show tictactoe
  yomikiri rules schema";

pub(crate) const PLAY: &str = "\
Examples:
  yomikiri play tictactoe
  yomikiri play weighted-tictactoe:weights=2/7/6/9/5/1/4/3/8 --as second --analysis
  yomikiri play connect4:cols=5,rows=4 --level errs:20 --seed 1
  yomikiri play tictactoe --as neither --plain";

pub(crate) const SERVE: &str = "\
Examples:
  yomikiri serve
  yomikiri serve connect4 --port 8080 --no-open
  yomikiri serve graph:file=examples/loop.graph";

pub(crate) const PROVE: &str = "\
Examples:
  yomikiri prove tictactoe -o tictactoe.proof
  yomikiri prove mnk:rows=3,cols=4,line=3 --ask distance --half least -o mnk.proof
  yomikiri prove mnk:rows=5,cols=6,line=4 --threats -o rows.proof";

pub(crate) const CHECK: &str = "\
Examples:
  yomikiri check examples/tictactoe.proof

Exit codes: 0 proved, 1 rejected, 2 bad usage, or a file that cannot be opened, 3 a limit was
reached, or reading failed half-way";

pub(crate) const REPORT: &str = "\
Examples:
  yomikiri report tictactoe -o tictactoe.html
  yomikiri report mnk:rows=3,cols=4,line=3 connect4:cols=4,rows=3,line=3 -o both.html --lang ja
  yomikiri report graph:file=examples/loop.graph --json";

pub(crate) const EXPORT: &str = "\
Examples:
  yomikiri export tictactoe --after 2,2 -o game.html
  yomikiri export connect4:cols=5,rows=4 -o best.html --lang ja";

pub(crate) const ESTIMATE: &str = "\
Examples:
  yomikiri estimate connect4:cols=5,rows=4
  yomikiri estimate tictactoe --ask distance --json
  yomikiri estimate tictactoe --from .../.x./...";

pub(crate) const TABLE: &str = "\
Examples:
  yomikiri table build tictactoe -o ttt-table --ask distance
  yomikiri table info ttt-table
  yomikiri table probe ttt-table start x.o/.x./..o
  yomikiri table verify ttt-table
  yomikiri table export ttt-table --csv -
  yomikiri table build tictactoe --from .../.x./... -o ttt-table/after-2-2

Exit codes: 0 done, 1 `verify` found a fault, 2 bad input, 3 too little memory or disk space, a
table in use, or an I/O error, 130 interrupted (`table build` continues from the last checkpoint)";

pub(crate) const SHARD: &str = "\
Examples:
  yomikiri shard plan tictactoe -o ttt-table/shards --shards 4 --least 100
  yomikiri shard next ttt-table/shards
  yomikiri shard run ttt-table/shards cut-0
  yomikiri shard make ttt-table/shards
  yomikiri shard slurm ttt-table/shards
  yomikiri shard work ttt-table/shards -j 2
  yomikiri shard verify ttt-table/shards
  yomikiri shard finish ttt-table/shards -o ttt-table/finished

Exit codes: 0 done, 1 `verify` found a fault, 2 bad input, 3 a file that the task reads is missing
or was damaged and set aside, a limit, or an I/O error, 130 interrupted";

pub(crate) const BOOK: &str = "\
Examples:
  yomikiri book build tictactoe --plies 3 -o tictactoe.book
  yomikiri book verify tictactoe.book

Exit codes: 0 done, 1 `verify` found a fault, 2 bad input, 3 a limit or an I/O error, 130
interrupted (run `book build` again to continue)";

pub(crate) const VALUE: &str = "\
Examples:
  yomikiri value domineering:rows=2,cols=3
  yomikiri value clobber xoxx/..ox/.... --json
  yomikiri value toads-and-frogs --compare 1/2
  yomikiri value nim:heaps=3/5/6 --grundy
  yomikiri value domineering:rows=2,cols=3 --incentives
  yomikiri value --octal 0.137
  yomikiri value --octal 0.16 --most 600000
  yomikiri value clobber:rows=3,cols=4 --parts clobber.parts

Exit codes: 0 answered, 2 bad input (also a damaged or wrong file of --parts), 3 a limit or an I/O
error, 130 interrupted";

pub(crate) const GRADE: &str = "\
Examples:
  yomikiri grade tictactoe --games examples/games.txt
  yomikiri grade tictactoe --games examples/games.txt --player ann --ask distance --json
  yomikiri grade connect4:cols=5,rows=4 --play 20 -- python3 agent.py

Exit codes: 0 graded, 2 bad input (good lines are graded), 3 a limit left some positions unsolved
(they are counted separately), 130 interrupted";

pub(crate) const GAMES: &str = "\
Examples:
  yomikiri games
  yomikiri games mnk
  yomikiri games connect4:cols=5,rows=4";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  yomikiri completions bash";

pub(crate) const MAN: &str = "\
Examples:
  yomikiri man";
