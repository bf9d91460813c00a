#!/usr/bin/env bash
# By hand: compiling with the feature takes seven minutes.
#
# Tables and tasks on a real S3 server over loopback (moto, of PyPI), by the real command: two workers, one of them killed; the
# bytes of `table build`; damaged and foreign objects; tables read by ranges over S3 and HTTP; wrong keys; every n-th request
# fails, is late, or is answered by half; and uploads in parts, killed and refused in the middle.
set -euo pipefail
cd "$(dirname "$0")/.."

yomikiri=${YOMIKIRI:-}
if [ -z "$yomikiri" ]; then
    # In a place of its own: other stages use the usual command.
    target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/stores
    cargo build -q -p yomikiri-cli --features stores --target-dir "$target"
    yomikiri=$target/debug/yomikiri
fi
dir=$(mktemp -d)
started=()
end() {
    # What has ended already is no matter.
    kill "${started[@]}" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$dir"
}
trap end EXIT
python=${PYTHON:-}
if [ -z "$python" ]; then
    ci/venv "$dir/venv" 'moto[server]' boto3
    python=$dir/venv/bin/python
fi
free() { "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
tool() { "$python" ci/stores.py "$@"; }

export AWS_ACCESS_KEY_ID=anybody AWS_SECRET_ACCESS_KEY=secret AWS_REGION=us-east-1 AWS_ALLOW_HTTP=true
unset AWS_SESSION_TOKEN AWS_PROFILE || true
server=$(free)
"$python" -c 'import sys; from moto.server import main; main(sys.argv[1:])' -H 127.0.0.1 -p "$server" >"$dir/server.log" 2>&1 &
started+=($!)
tool bucket "$server" tables
export AWS_ENDPOINT=http://127.0.0.1:$server

game=connect4:cols=4,rows=4
morris=three-mens-morris
for name in $game $morris; do
    "$yomikiri" table build $name --ask distance -o "$dir/whole-$name" >/dev/null 2>&1
done
# Whether an object is the table of a game: `same NAME PREFIX`.
same() {
    tool get "$server" tables "$2/table.yomikiri" "$dir/got"
    cmp "$dir/whole-$1/table.yomikiri" "$dir/got"
}

echo "two workers, one of them killed"
store=s3://tables/a/deep/one
"$yomikiri" shard plan $game --ask distance -o $store --shards 8 --least 2000 >/dev/null
[ "$("$yomikiri" shard next $store)" = cut-0 ]
"$yomikiri" shard run $store cut-0 | grep -qx 'cut-0: done'
"$yomikiri" shard run $store cut-0 | grep -qx 'cut-0: was there'
"$yomikiri" shard work $store -j 2 >/dev/null 2>&1 &
killed=$!
sleep 2
kill -9 $killed 2>/dev/null || true
wait $killed 2>/dev/null || true
"$yomikiri" shard work $store -j 1 --lease 3600 >/dev/null 2>"$dir/one.log" &
first=$!
"$yomikiri" shard work $store -j 1 --lease 3600 >/dev/null 2>"$dir/two.log" &
wait $!
wait $first
same $game a/deep/one
[ -z "$(tool list "$server" tables | grep -E '/(claim|part|bad)-')" ]
"$yomikiri" shard verify $store cut-3 keys-9-1 values-9-0 | grep -qx '3 right, 0 wrong'

echo "damage"
tool get "$server" tables a/deep/one/values-5-0 "$dir/values"
head -c 300 "$dir/values" >"$dir/cut"
tool put "$server" tables a/deep/one/values-5-0 "$dir/cut"
tool get "$server" tables a/deep/one/keys-3-0 "$dir/keys"
tool put "$server" tables a/deep/one/keys-4-0 "$dir/keys"
"$yomikiri" shard finish $store -o "$dir/out" >/dev/null 2>"$dir/finish.log" && exit 1
grep -q 'values-5-0' "$dir/finish.log"
grep -q 'keys-4-0' "$dir/finish.log"
"$yomikiri" shard work $store -j 2 >/dev/null 2>&1
"$yomikiri" shard finish $store -o "$dir/out" >/dev/null 2>&1
cmp "$dir/whole-$game/table.yomikiri" "$dir/out/table.yomikiri"

echo "a table by ranges"
tool public "$server" tables a/deep/one/table.yomikiri
for from in $store s3://tables/a/deep/one/table.yomikiri "http://127.0.0.1:$server/tables/a/deep/one"; do
    for verb in info "probe 12" verify; do
        # Seconds differ.
        words=($verb)
        "$yomikiri" table "${words[0]}" $from "${words[@]:1}" | sed 's/ in [0-9.]* s//' >"$dir/there"
        "$yomikiri" table "${words[0]}" "$dir/whole-$game" "${words[@]:1}" | sed 's/ in [0-9.]* s//' >"$dir/here"
        cmp "$dir/here" "$dir/there"
    done
    "$yomikiri" table export $from --csv "$dir/there.csv" >/dev/null 2>&1
    "$yomikiri" table export "$dir/whole-$game" --csv "$dir/here.csv" >/dev/null 2>&1
    cmp "$dir/here.csv" "$dir/there.csv"
    rm "$dir/here.csv" "$dir/there.csv"
    "$yomikiri" solve $game --ask distance --table $from >"$dir/there"
    "$yomikiri" solve $game --ask distance --table "$dir/whole-$game" >"$dir/here"
    cmp "$dir/here" "$dir/there"
done

# Runs a command that has to end with an exit code and a text: `fails CODE TEXT COMMAND...`.
fails() {
    local code=$1 text=$2 ended=0
    shift 2
    "$yomikiri" "$@" >"$dir/said" 2>&1 || ended=$?
    [ $ended = "$code" ] && grep -q -- "$text" "$dir/said" || {
        echo "yomikiri $*: exit code $ended"
        cat "$dir/said"
        exit 1
    }
}

echo "bad input"
fails 2 'no plan here' shard next s3://tables/nothing
fails 2 'can only be read' shard next "http://127.0.0.1:$server/tables/a/deep/one"
fails 2 'addresses begin with' table info ftp://127.0.0.1/x
fails 2 'no finished table' table info s3://tables/nothing
fails 2 'is no folder' shard slurm $store

echo "a game whose play may cycle"
store=s3://tables/morris
"$yomikiri" shard plan $morris --ask distance -o $store --shards 3 --least 300 >/dev/null
"$yomikiri" shard work $store -j 2 >/dev/null 2>&1
same $morris morris

echo "keys"
strict=$(free)
INITIAL_NO_AUTH_ACTION_COUNT=4 "$python" -c 'import sys; from moto.server import main; main(sys.argv[1:])' \
    -H 127.0.0.1 -p "$strict" >"$dir/strict.log" 2>&1 &
started+=($!)
tool bucket "$strict" tables
read -r key secret < <(tool user "$strict")
export AWS_ENDPOINT=http://127.0.0.1:$strict
fails 3 'cannot read the table' shard plan tictactoe -o s3://tables/one
# (Lists are signed too; moto 5.2.5 reckons the same signatures.)
signed() { AWS_ACCESS_KEY_ID=$key AWS_SECRET_ACCESS_KEY=$secret "$yomikiri" "$@" >/dev/null 2>&1; }
signed shard plan $morris --ask distance -o s3://tables/one --shards 2 --least 300
signed shard work s3://tables/one -j 2
signed table verify s3://tables/one
AWS_ACCESS_KEY_ID=$key AWS_SECRET_ACCESS_KEY=wrong fails 2 'SignatureDoesNotMatch\|privileges' table info s3://tables/one

echo "faults"
for fault in error half late; do
    every=7
    [ $fault != late ] || every=60
    port=$(free)
    "$python" ci/stores.py proxy "$port" "$server" $fault $every &
    started+=($!)
    sleep 1
    export AWS_ENDPOINT=http://127.0.0.1:$port AWS_TIMEOUT=2s
    store=s3://tables/$fault
    "$yomikiri" shard plan $game --ask distance -o "$store" --shards 3 --least 4000 >/dev/null
    "$yomikiri" shard work "$store" -j 2 >/dev/null 2>"$dir/$fault.log"
    same $game $fault
    "$yomikiri" table verify "$store" >/dev/null 2>&1
done
echo "uploads in parts"
unset AWS_TIMEOUT
# One shard a tier, so that files of tasks have more than 16 MiB.
large=connect4:cols=5,rows=5
"$yomikiri" table build $large -o "$dir/whole-$large" >/dev/null 2>&1
for fault in hold deny; do
    port=$(free)
    "$python" ci/stores.py proxy "$port" "$server" $fault >"$dir/$fault.told" &
    started+=($!)
    sleep 1
    AWS_ENDPOINT=http://127.0.0.1:$server
    store=s3://tables/parts-$fault
    "$yomikiri" shard plan $large -o $store --shards 1 >/dev/null
    AWS_ENDPOINT=http://127.0.0.1:$port AWS_TIMEOUT=600s "$yomikiri" shard work $store -j 2 >/dev/null 2>"$dir/$fault.log" &
    worker=$!
    for ((second = 0; second < 300; second++)); do
        [ ! -s "$dir/$fault.told" ] || break
        sleep 1
    done
    [ -s "$dir/$fault.told" ]
    if [ $fault = hold ]; then
        kill -9 $worker
        wait $worker || true
        # The bucket keeps the parts of uploads that nobody ends.
        tool uploads "$server" tables | grep -q "^parts-hold/"
    else
        ended=0
        wait $worker || ended=$?
        [ $ended = 3 ]
        # Whoever lives gives them up.
        if tool uploads "$server" tables | grep "^parts-deny/"; then exit 1; fi
    fi
    # Nothing of them is seen.
    unfinished=$(tool uploads "$server" tables | grep "^parts-hold/" | head -n 1)
    [ -n "$unfinished" ]
    if [ $fault = hold ] && tool list "$server" tables | grep -qx "$unfinished"; then exit 1; fi
    "$yomikiri" shard work $store -j 2 >/dev/null 2>&1
    same $large parts-$fault
done
# What the killed one began is still there, beside the finished object of that name, and does not matter.
[ "$(tool uploads "$server" tables | grep -c .)" = "$(tool uploads "$server" tables | grep -c '^parts-hold/')" ]
echo "all is well"
