#!/usr/bin/env bash
#
# By hand: `shard slurm` on a real Slurm, on this machine: Debian's slurm-wlm and munge (installed with apt-get), one
# controller and two nodes as processes in a folder of their own. A game is made by arrays of jobs, with a node taken away
# in the middle, and the bytes are those of `table build`. Needs root.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v slurmctld >/dev/null && command -v munged >/dev/null ||
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends slurm-wlm munge >/dev/null

cargo build -q -p yomikiri-cli
yomikiri=$(realpath -m "${CARGO_TARGET_DIR:-target}")/debug/yomikiri
dir=$(mktemp -d)
chmod 755 "$dir"
started=()
finish() {
    for process in "${started[@]}"; do
        kill "$process" 2>/dev/null || true
    done
    wait 2>/dev/null || true
    rm -rf "$dir"
}
trap finish EXIT

host=$(hostname -s)
export SLURM_CONF=$dir/slurm.conf
mkdir "$dir/munge" "$dir/state" "$dir/spool1" "$dir/spool2"
chmod 700 "$dir/munge"
dd if=/dev/urandom of="$dir/munge/key" bs=64 count=1 status=none
chmod 400 "$dir/munge/key"
munged --foreground --force --key-file="$dir/munge/key" --socket="$dir/munge.socket" \
    --pid-file="$dir/munge/pid" --seed-file="$dir/munge/seed" --log-file="$dir/munge/log" &
started+=($!)
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
MaxArraySize=10000
SchedulerParameters=sched_interval=2,sched_min_interval=200000,batch_sched_delay=0
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
for ((second = 0; second < 60; second++)); do
    if [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ]; then break; fi
    sleep 1
done
sinfo

# Waits for a job to end, and says how.
ended() {
    for ((second = 0; second < 540; second++)); do
        state=$(scontrol show job "$1" 2>/dev/null | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p' | head -1)
        case $state in
            COMPLETED) return 0 ;;
            FAILED | CANCELLED | TIMEOUT | NODE_FAIL | OUT_OF_MEMORY) echo "job $1: $state" && return 1 ;;
        esac
        sleep 1
    done
    echo "job $1 does not end: $state"
    return 1
}

game=${1:-tictactoe}
"$yomikiri" table build "$game" -o "$dir/whole" >/dev/null 2>&1
"$yomikiri" shard plan "$game" -o "$dir/store" --shards 3 --least "${2:-100}"
"$yomikiri" shard slurm "$dir/store" --max-memory 256M --minutes 5 >"$dir/submit.sh"
job=$(bash "$dir/submit.sh")
sleep 5
echo "a node is taken away"
kill -9 "$two"
ended "$job" || { tail -n 3 "$dir"/store/log-*.txt "$dir"/*.log; exit 1; }
cmp "$dir/whole/table.yomikiri" "$dir/store/table.yomikiri"
echo "the same bytes"

echo "after a failure the script is run again"
rm "$dir/store/table.yomikiri" "$dir/store/values-2-0"
printf 'damage' | dd of="$dir/store/keys-3-0" bs=1 seek=200 conv=notrunc status=none
job=$(bash "$dir/submit.sh")
if ended "$job"; then echo "the damage was not found"; exit 1; fi
job=$(bash "$dir/submit.sh")
ended "$job" || { tail -n 3 "$dir"/store/log-*.txt; exit 1; }
cmp "$dir/whole/table.yomikiri" "$dir/store/table.yomikiri"
echo "all is well"
