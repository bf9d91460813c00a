//! `shard slurm`: the plan as a script for Slurm.

use super::store::{StoreArg, listed, path, program};
use crate::args::{ColorArgs, size, whole};
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use crate::shell::quoted;
use clap::Args;
use std::fmt::Write as _;

/// Print a script that submits the plan to Slurm, as job arrays with dependencies
///
/// Run the script on a machine that has `sbatch`. All nodes must see the folder under the same path. If a job
/// fails, the jobs that depend on it do not start. Run the script again to continue. The script lists as many
/// tiers and shards as the plan allows; a task whose tier or shard does not exist ends at once. If play may
/// cycle, the script keeps running, and submits each task that can run until the table is complete.
#[derive(Debug, Args)]
pub(crate) struct ShardSlurmArgs {
    #[command(flatten)]
    pub(crate) store: StoreArg,
    /// The memory of a task, in bytes (256M, 1G)
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_memory: u64,
    /// The threads of a task
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(0..=usize::MAX as u64), allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// The time limit of a task, in minutes
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) minutes: u64,
    /// Further options for sbatch, such as "--partition=long --account=games"
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "",
        allow_hyphen_values = true
    )]
    pub(crate) sbatch: String,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

/// The loop that submits the tasks that can run, and waits for them.
const LOOP: &str = r#"while :; do
    tasks=$("$yomikiri" shard next "$store")
    [ -n "$tasks" ] || break
    head -n "$most" <<<"$tasks" >"$store/log-tasks.txt"
    last=$(($(wc -l <"$store/log-tasks.txt") - 1))
    list=$(printf '%q' "$store/log-tasks.txt")
    task="\$(sed -n \"\$((SLURM_ARRAY_TASK_ID + 1))p\" $list)"
    job=
    submit "$(head -n 1 "$store/log-tasks.txt")" "0-$last" "$run $task ${options[*]}" --wait
done
"#;

pub(super) fn run(args: &ShardSlurmArgs, console: &mut Console) -> Result<Exit, Failure> {
    use std::io::Write as _;
    let (_, plan) = args.store.open()?;
    let tiers = match plan.may_cycle() {
        true => 0,
        false => listed(&plan)?,
    };
    let store = path(&args.store.store)?;
    let threads = args.threads.max(1);
    // The program itself needs memory beyond the limit of its work.
    let megabytes = (args.max_memory >> 20) + 64;
    let mut text = format!(
        "#!/usr/bin/env bash\n\
         # Hands the tasks of {game} to Slurm, as `yomikiri shard slurm` prints them. Run it again after a failure:\n\
         # tasks that are done end at once.\n\
         set -euo pipefail\n\
         store={store}\n\
         yomikiri={program}\n\
         options=(--max-memory {memory} -j {threads})\n\
         # The most jobs in an array: clusters allow 1,001, if they do not say otherwise.\n\
         most=1000\n\
         job=\n\n\
         # Submits a job after the last one: `submit NAME ARRAY COMMAND [OPTION]`.\n\
         submit() {{\n\
         \x20   local name=$1 array=$2\n\
         \x20   local after=()\n\
         \x20   [ -z \"$job\" ] || after=(--dependency=\"afterok:$job\" --kill-on-invalid-dep=yes)\n\
         \x20   [ -z \"$array\" ] || after+=(--array=\"$array\")\n\
         \x20   job=$(sbatch --parsable --job-name=\"$name\" --requeue --time={minutes} --mem={megabytes}M \\\n\
         \x20       --cpus-per-task={threads} --output=\"$store/log-%x-%a.txt\" {more} \"${{after[@]}}\" \"${{@:4}}\" --wrap=\"$3\")\n\
         \x20   job=${{job%%;*}}\n\
         }}\n\
         run=\"$(printf '%q ' \"$yomikiri\" shard run \"$store\")\"\n\n",
        game = plan.subject().game,
        store = quoted(&store),
        program = quoted(program()),
        memory = args.max_memory,
        minutes = args.minutes,
        more = args.sbatch,
    );
    if plan.may_cycle() {
        text.push_str(LOOP);
        console.out().write_all(text.as_bytes())?;
        return Ok(Exit::Answered);
    }
    let shards = plan.cutting.shards;
    let _ = write!(
        text,
        "# Submits the tasks of a stage side by side: `stage NAME`.\n\
         stage() {{\n\
         \x20   local before=$job all= from count\n\
         \x20   for ((from = 0; from < {shards}; from += most)); do\n\
         \x20       job=$before\n\
         \x20       count=$(({shards} - from < most ? {shards} - from : most))\n\
         \x20       submit \"$1+$from\" \"0-$((count - 1))\" \\\n\
         \x20           \"$run $1-\\$((SLURM_ARRAY_TASK_ID + $from)) ${{options[*]}}\"\n\
         \x20       all+=:$job\n\
         \x20   done\n\
         \x20   job=${{all#:}}\n\
         }}\n\n\
         for ((tier = 0; tier < {tiers}; tier++)); do\n\
         \x20   submit \"cut-$tier\" '' \"$run cut-$tier ${{options[*]}}\"\n\
         \x20   stage \"keys-$tier\"\n\
         done\n\
         submit cut-{tiers} '' \"$run cut-{tiers} ${{options[*]}}\"\n\
         for ((tier = {tiers} - 1; tier >= 0; tier--)); do\n\
         \x20   stage \"values-$tier\"\n\
         done\n\
         submit finish '' \"$run finish ${{options[*]}}\"\n\
         echo \"$job\"\n",
    );
    console.out().write_all(text.as_bytes())?;
    Ok(Exit::Answered)
}
