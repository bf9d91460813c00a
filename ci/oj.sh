#!/usr/bin/env bash
# Runs in CI.
#
# The contest desk under the real online-judge-tools, which is fetched into target/oj: as a solution
# that passes the samples, as one that fails wrong ones, and as the oracle that answers the inputs
# which others made. Then a real checker, generator and interactor of testlib under `stress`, which is fetched
# there too; where it cannot be, that part is left out and says so. Needs the network, a C++ compiler, and Python 3.9 or later, which it installs where apt-get can.
set -euo pipefail
cd "$(dirname "$0")/.."

# The tool, and the library that knows the judges; both made by the same hands.
packages=('online-judge-tools==11.5.1' 'online-judge-api-client==10.10.1')
home=$PWD/target/oj

oj=$home/bin/oj
if ! "$oj" --version 2>/dev/null | grep -qF "${packages[0]#*==} (+ online-judge-api-client ${packages[1]#*==})"; then
    rm -rf "$home"
    ci/venv --pip "$home" "${packages[@]}"
fi
"$oj" --version

yomikiri=$(realpath -m "${CARGO_TARGET_DIR:-target}")/debug/yomikiri
# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$yomikiri" ] || cargo build -q -p yomikiri-cli
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Samples as files, as `oj download` leaves them: input, output, input, output.
samples() {
    rm -rf test
    mkdir test
    local number=0
    while [ $# -gt 0 ]; do
        number=$((number + 1))
        printf '%b' "$1" >"test/sample-$number.in"
        printf '%b' "$2" >"test/sample-$number.out"
        shift 2
    done
}

# fails COMMAND...: whether it does.
fails() {
    if "$@"; then
        echo "this should have failed: $*" >&2
        exit 1
    fi
}

samples '0 0 0\n0 1 0\n0 0 0\n' 'Takahashi\n' '-1 1 0\n-4 -2 -5\n-4 -1 -5\n' 'Aoki\n'
"$oj" test -c "$yomikiri contest abc349e"
samples '3 3\n---\n+-+\n+--\n' 'Takahashi\n' '2 4\n+++-\n-+-+\n' 'Aoki\n' '1 1\n-\n' 'Draw\n'
"$oj" test -c "$yomikiri contest abc201d"
samples 'ooosxssxs\nxoosxsosx\nooxxxooxo\n' 'o\nx\nd\n'
"$oj" test -c "$yomikiri contest aoj0066"
samples '5\n2 3 2\n3 1 2 3\n' 'Lose Win Win Loop\nLoop Win Win Win\n'
"$oj" test -c "$yomikiri contest cf787c"

# A wrong answer and a wrong input are failures: the second by its exit code.
samples '0 0 0\n0 1 0\n0 0 0\n' 'Aoki\n'
fails "$oj" test -c "$yomikiri contest abc349e"
samples '0 0 0\n0 2 0\n0 0 0\n' 'Takahashi\n'
fails "$oj" test -c "$yomikiri contest abc349e"
rm -r test

# Random inputs, made by us and answered by us: a folder of cases.
"$oj" generate-input -d random "$yomikiri contest abc349e --random" 5
"$oj" generate-output -d random -c "$yomikiri contest abc349e"
"$oj" test -d random -c "$yomikiri contest abc349e"

# A hack: we are the oracle, and a program that believes in Takahashi is broken by one of our inputs.
printf '#!/bin/sh\ncat >/dev/null\necho Takahashi\n' >optimist
chmod +x optimist
timeout 100 "$oj" generate-input -d hack --hack-expected "$yomikiri contest abc349e" \
    --hack ./optimist "$yomikiri contest abc349e --random" 1
grep -qx Aoki hack/*.out

# The case that stress writes is one that `oj test` takes.
fails "$yomikiri" stress abc349e -o hack/ours -- ./optimist
"$oj" test -d hack -c "$yomikiri contest abc349e"
fails "$oj" test -d hack -c ./optimist
# A problem that is not in the list: cases are added to the folder that `oj test` looks into.
printf '#!/bin/sh\nread n; tr " " "\\n" | sort -n | tail -1\n' >greatest
printf '#!/bin/sh\nread n; (echo 0; tr " " "\\n") | sort -n | tail -1\n' >greatest-of-0
chmod +x greatest greatest-of-0
fails "$yomikiri" stress --input 'n 1..8 | n*{a -9..9}' --oracle ./greatest --save-as test -- ./greatest-of-0
[ "$(cat test/stress-1.in)" = "$(printf '1\n-1')" ]
"$oj" test -c ./greatest
fails "$oj" test -c ./greatest-of-0
echo "online-judge-tools and the contest desk understand each other"

# testlib's header and one of its checkers. This package of PyPI carries both; it is unpacked, not installed.
carrier=rbx.cp==2.3.3
testlib=$home/testlib-${carrier#*==}
if [ ! -f "$testlib/done" ]; then
    rm -rf "$testlib"
    mkdir -p "$testlib"
    "$home/bin/python" -m pip download -q --disable-pip-version-check --no-deps --only-binary=:all: \
        --python-version 3.12 -d "$testlib" "$carrier" || {
        echo "testlib cannot be fetched from here: NOT RUN with its checker, generator and interactor"
        exit 0
    }
    python3 -m zipfile -e "$testlib"/*.whl "$testlib/wheel"
    cp "$testlib"/wheel/rbx/resources/predownloaded/{testlib.h,checkers/wcmp.cpp} "$testlib"
    cat >"$testlib/interactor.cpp" <<'CPP'
#include "testlib.h"
#include <iostream>
int main(int argc, char **argv) {
    registerInteraction(argc, argv);
    int n = inf.readInt();
    for (int i = 0; i < n; i++) {
        int a = inf.readInt(), b = inf.readInt();
        std::cout << a << " " << b << std::endl;
        tout << ouf.readInt() << std::endl;
    }
    quitf(_ok, "%d queries", n);
}
CPP
    cat >"$testlib/generator.cpp" <<'CPP'
#include "testlib.h"
int main(int argc, char **argv) {
    registerGen(argc, argv, 1);
    int n = rnd.next(1, atoi(argv[2]));
    println(n);
    for (int i = 0; i < n; i++) println(rnd.next(-50, 50), rnd.next(-50, 50));
}
CPP
    for program in wcmp interactor generator; do
        c++ -O1 -o "$testlib/$program" "$testlib/$program.cpp"
    done
    touch "$testlib/done"
fi
cat >sums.py <<'PY'
for _ in range(int(input())):
    a, b = map(int, input().split())
    print(a + b)
PY
sed 's/a + b/a + abs(b)/' sums.py >wrong.py
sed 's/print(a + b)/print(a + b, flush=True)/; s/int(input())/int(open("queries").read())/' sums.py >talk.py
sed 's/a + b/a + abs(b)/' talk.py >talk-wrong.py
common=(--generate "$testlib/generator" --size 6 --cases 60 --time-limit 10)
"$yomikiri" stress "${common[@]}" --oracle 'python3 sums.py' --checker "$testlib/wcmp" -- python3 sums.py
fails "$yomikiri" stress "${common[@]}" --oracle 'python3 sums.py' --checker "$testlib/wcmp" -o wcmp \
    -- python3 wrong.py | tee report
grep -q "1st words differ" report
[ "$(head -1 wcmp.in)" = 1 ]
# Without a checker after it, the interactor says that everything went as it should.
echo 1 >queries
"$yomikiri" stress --input '1 | a -9..9 b -9..9' --interactor "$testlib/interactor" --cases 20 \
    --time-limit 10 -- python3 talk.py
# The checker judges what the interactor has written.
fails "$yomikiri" stress --input '1 | a -9..9 b -9..9' --interactor "$testlib/interactor" \
    --oracle 'python3 sums.py' --checker "$testlib/wcmp" --cases 60 --time-limit 10 -o talk -- python3 talk-wrong.py
[ "$(cat talk.in)" = "$(printf '1\n0 -1')" ]
echo "testlib and stress understand each other"
