#!/usr/bin/env bash
# Runs in CI.
#
# `shard slurm` on a real Slurm, on this machine: Debian's slurm-wlm and munge (installed with apt-get), one controller and
# two nodes as processes in a folder of their own. A game is made by arrays of jobs, with a node taken away in the middle,
# and the bytes are those of `table build`. Needs root. Arguments name another game, the least positions of a shard, and the
# most shards of a tier: `ci/slurm.sh tictactoe 1 1000` takes a quarter of an hour.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "$(id -u)" != 0 ]; then
    echo "skipped: nodes of Slurm run jobs for others, so only root starts them"
    exit 0
fi
command -v slurmctld >/dev/null && command -v slurmd >/dev/null && command -v munged >/dev/null || ci/install slurm-wlm munge

dir=$(mktemp -d)
chmod 755 "$dir"
started=()
finish() {
    if [ -e "$dir/lost" ]; then started+=("$(cat "$dir/lost")"); fi
    for process in "${started[@]}"; do
        kill -9 "$process" 2>/dev/null || true
    done
    wait 2>/dev/null || true
    rm -rf "$dir"
}
trap finish EXIT
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# The test stage has built it; cargo would build it anew, for other features of its dependencies.
[ -x "$target/debug/yomikiri" ] || cargo build -q -p yomikiri-cli
# A copy, since other stages may build the command meanwhile.
yomikiri=$dir/yomikiri
cp "$target/debug/yomikiri" "$yomikiri"

host=$(hostname -s)
export SLURM_CONF=$dir/slurm.conf
mkdir "$dir/munge" "$dir/state"
chmod 700 "$dir/munge"
dd if=/dev/urandom of="$dir/munge/key" bs=64 count=1 status=none
chmod 400 "$dir/munge/key"
munged --foreground --force --key-file="$dir/munge/key" --socket="$dir/munge.socket" --pid-file="$dir/munge/pid" \
    --seed-file="$dir/munge/seed" --log-file="$dir/munge/log" >"$dir/munge.log" 2>&1 &
started+=($!)
# The controller looks for work once a second, and when a node says that a job's epilog has ended: so there is one.
cat >"$SLURM_CONF" <<END
ClusterName=shards
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=17000
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool-%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=10
Epilog=/bin/true
SchedulerParameters=sched_interval=1,sched_min_interval=1000,batch_sched_delay=0
MaxJobCount=50000
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=17001 CPUs=2 RealMemory=4000
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=17002 CPUs=2 RealMemory=4000
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
END
slurmctld -D >"$dir/slurmctld.log" 2>&1 &
started+=($!)
slurmd -D -N one >"$dir/one.log" 2>&1 &
started+=($!)
slurmd -D -N two >"$dir/two.log" 2>&1 &
two=$!
started+=($two)

# failed WHAT: says what went wrong, and what everybody said last.
failed() {
    echo "error: $1"
    tail -n 5 "$dir"/*.log "$dir"/store/log-*.txt 2>/dev/null || true
    exit 1
}
# until_so SECONDS WHAT COMMAND...: waits until a command says yes.
until_so() {
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || failed "$what"
        sleep 0.3
    done
}
both_idle() { [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ]; }
until_so 60 "the nodes do not come up" both_idle
sinfo

# ended JOB: waits for a job to end, and whether it ended well.
ended() {
    local state
    over() {
        state=$(scontrol show job "$1" 2>/dev/null | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p' | head -n 1)
        case $state in COMPLETED | FAILED | CANCELLED | TIMEOUT | NODE_FAIL | OUT_OF_MEMORY) ;; *) false ;; esac
    }
    until_so $((540 + 2 * shards)) "job $1 does not end" over "$1"
    echo "job $1: $state"
    [ "$state" = COMPLETED ]
}

game=${1:-tictactoe}
shards=${3:-3}
"$yomikiri" table build "$game" -o "$dir/whole" >/dev/null 2>&1
"$yomikiri" shard plan "$game" -o "$dir/store" --shards "$shards" --least "${2:-100}"
"$yomikiri" shard slurm "$dir/store" --max-memory 256M --minutes 5 >"$dir/submit.sh"
# The first task that the second node gets, from the third tier on, does not end by itself. An array has half of a stage here.
cat >"$dir/slow" <<END
#!/usr/bin/env bash
if [ "\$SLURMD_NODENAME" = two ] && [ -e "$dir/store/cut-3" ] && (set -C; echo \$\$ >"$dir/lost") 2>/dev/null; then
    exec sleep 1000
fi
exec "$yomikiri" "\$@"
END
chmod +x "$dir/slow"
sed -e "s|^yomikiri=.*|yomikiri=$dir/slow|" -e "s/^most=.*/most=$(((shards + 1) / 2))/" "$dir/submit.sh" >"$dir/slow.sh"
job=$(bash "$dir/slow.sh")
until_so 300 "the second node gets no task" [ -s "$dir/lost" ]
echo "a node is taken away in the middle of a task: $(squeue -h -t R -w two -o %j)"
kill -9 "$two"
ended "$job" || failed "the tasks of the lost node were not done"
cmp "$dir/whole/table.yomikiri" "$dir/store/table.yomikiri"
echo "the same bytes"

# Each run of the script submits all jobs anew, 24 a second; and of small files few tasks read all.
if [ "$shards" -gt 10 ]; then
    echo "all is well"
    exit 0
fi

echo "after a failure the script is run again"
rm "$dir/store/table.yomikiri" "$dir/store/values-2-0"
printf 'damage' | dd of="$dir/store/keys-3-0" bs=1 seek=200 conv=notrunc status=none
job=$(bash "$dir/submit.sh")
if ended "$job"; then failed "the damage was not found"; fi
job=$(bash "$dir/submit.sh")
ended "$job" || failed "the damage was not mended"
cmp "$dir/whole/table.yomikiri" "$dir/store/table.yomikiri"
echo "all is well"
