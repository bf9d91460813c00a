#!/usr/bin/env bash
# Runs in CI.
#
# Plays on a real terminal: `yomikiri play` in tmux, with keys, the mouse, changes of size, without
# colour, and with letters that are two columns wide; and looks at the progress of a search. Installs tmux with apt-get (as root, or by sudo)
# where it is missing. Some seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

command -v tmux >/dev/null || ci/install tmux
# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$target/debug/yomikiri" ] || cargo build -q -p yomikiri-cli

export LC_ALL=C.UTF-8
games=0
server="yomikiri-$$-0"
passed=0
terminal() { tmux -u -L "$server" -f /dev/null "$@"; }
trap 'terminal kill-server 2>/dev/null || true' EXIT

# run ARGS...: starts the command on a terminal of 80 by 24, whose last line is the exit code.
run() {
    terminal kill-server 2>/dev/null || true
    # A name of its own, since the one before may still be about to end.
    games=$((games + 1))
    server="yomikiri-$$-$games"
    terminal new-session -d -x 80 -y 24 "bash --norc -c '\"\$0\" \"\$@\"; echo \"code \$?\"; sleep 60' \
        \"$target/debug/yomikiri\" $*"
}

# play ARGS...: starts a game.
play() { run play "$@"; }

screen() { terminal capture-pane -p "$@"; }

keys() { terminal send-keys "$@"; }

# shows TEXT: waits until it is on the screen.
shows() { wait_for -F "$1"; }

# matches PATTERN: waits until a line of the screen matches it. What is on the screen may be drawn
# anew at any moment, so nothing that runs is looked at only once.
matches() { wait_for -E "$1"; }

wait_for() {
    for _ in $(seq 200); do
        # Not `screen | grep -q`, which may end before all is written to it.
        if grep -q "$1" -- "$2" <<<"$(screen)"; then
            passed=$((passed + 1))
            return
        fi
        sleep 0.05
    done
    echo "not on the screen: $2" >&2
    screen >&2
    exit 1
}

play tictactoe --as first --seed 1
shows 'first to move'
shows '[·]'
keys Down
keys Enter
shows 'second plays'
keys a
shows 'first draw'
keys h h h
shows 'hint 3: play'
keys u
shows 'first to move'
terminal resize-window -x 40 -y 12
shows 'first to move'
terminal resize-window -x 10 -y 3
terminal resize-window -x 1 -y 1
terminal resize-window -x 100 -y 30
shows 'arrows Tab: choose'
# A click on the first place, as a terminal reports it: column 2, line 4.
keys a
sleep 0.3
keys -l $'\e[<0;2;4M'
shows 'second plays'
shows ' x '
keys q
shows 'code 0'

# An opponent at work is interrupted, and the terminal is as it was.
play connect4:cols=8,rows=7 --as second
shows 'thinking'
keys C-c
shows 'code 130'

# No colour: every sign is there all the same.
play tictactoe xx./oo./... --as both --analysis --color never
shows '▲'
shows '▼'
if grep -qE $'\e\\[[0-9;]*(3[0-7]|9[0-7])m' <<<"$(screen -e)"; then
    echo "colours, though none were wanted" >&2
    exit 1
fi
keys q

# Words of wide letters stand in columns of the same width.
play shiritori:words=しりとり/りす/すいか/かい/いし/しか --as both
shows 'すいか'
shows '    い'
python3 - "$(screen)" <<'PY'
import sys, unicodedata
def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
lines = [line for line in sys.argv[1].splitlines() if "words=" not in line]
first = next(line for line in lines if "すいか" in line)
second = next(line for line in lines if "しか" in line and "すいか" not in line)
left = lambda line, word: width(line[: line.index(word)]) + width(word) / 2
# The second place of either row lies in the same column.
assert left(first, "りす") == left(second, "しか"), (first, second)
PY
passed=$((passed + 1))
keys q

# In Japanese, all of it: no English sentence is left on the screen.
play tictactoe --as first --seed 1 --analysis --lang ja
shows '先手の番'
shows '先手: 人、後手: 最善手を指す'
shows '矢印 Tab: 選ぶ'
shows '先手の引き分け'
keys h h h
shows 'ヒント 3: '
keys Enter
shows '後手は '
keys u 2
shows '後手: 結果だけは落とさない'
keys s
shows '中止した'
if screen | sed '1s/tictactoe//' | grep -E '[a-z]{2,} [a-z]{2,}'; then
    echo "that is English" >&2
    exit 1
fi
passed=$((passed + 1))
keys q

# Points gained stand below the board, and in the end.
play take-ends:numbers=3/9/1/2 --as both --analysis
shows 'points: first 0, second 0'
shows 'first wins by 7'
keys q
play take-ends:numbers=3/9/1/2 --as both
shows 'points: first 0, second 0'
keys Enter
shows 'points: first 3, second 0'
keys Enter
shows 'points: first 3, second 9'
keys Enter
shows 'points: first 4, second 9'
keys Enter
shows 'over: second wins by 7: 4 to 11'
keys u
shows 'points: first 4, second 9'
keys q

# A long search tells what it knows so far, its best line with it, as far as there is room; Ctrl-C ends it.
run solve connect4:cols=8,rows=7 --ask distance
shows ' nodes ('
matches 'best line so far: [1-8]( [1-8])*( \.\.\.)?$'
terminal resize-window -x 26 -y 24
matches '^  best line so far: [1-8] \.\.\.$'
keys C-c
shows 'code 130'
if grep -q 'best line so far' <<<"$(screen)"; then
    echo "the progress is still there" >&2
    exit 1
fi
passed=$((passed + 1))

# A terminal that goes takes the game with it.
play tictactoe --as both --seed 7310
shows 'first to move'
terminal kill-server
for _ in $(seq 60); do
    pgrep -f -- 'play tictactoe --as both --seed 7310' >/dev/null || break
    sleep 0.05
done
if pgrep -f -- 'play tictactoe --as both --seed 7310' >/dev/null; then
    echo "the game goes on without a terminal" >&2
    pkill -9 -f -- 'play tictactoe --as both --seed 7310'
    exit 1
fi
passed=$((passed + 1))
# Long inputs are cut to the terminal.
cd "$(mktemp -d)"
run stress "--input \"n 60..60 | n*{a 1000..9999}\" --oracle \"echo 1\" --cases 1 --shrink-timeout 0 -- echo 2"
matches 'code 1'
matches '^([0-9]{4} ){15}\.\.\.$'
cd - > /dev/null

echo "terminal: $passed passed, 0 failed"
