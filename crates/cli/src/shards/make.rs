//! `shard make`: the plan as a makefile.

use super::store::{StoreArg, listed, path, program};
use crate::args::ColorArgs;
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use crate::shell::quoted;
use clap::Args;
use std::fmt::Write as _;

/// Print the plan as a makefile: `make -j N -f FILE` runs all tasks and writes the table
///
/// Make runs a task only if its file is missing. The makefile lists as many tiers and shards as the plan
/// allows; a task whose tier or shard does not exist ends at once. There is no makefile for games whose play
/// may cycle.
#[derive(Debug, Args)]
pub(crate) struct ShardMakeArgs {
    #[command(flatten)]
    pub(crate) store: StoreArg,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

pub(super) fn run(args: &ShardMakeArgs, console: &mut Console) -> Result<Exit, Failure> {
    use std::io::Write as _;
    let (_, plan) = args.store.open()?;
    if plan.may_cycle() {
        return Err(Failure::bad(
            "play may cycle: nobody knows beforehand how many rounds there are, and a makefile would have to list them. \
             Loop over `shard next`, or use `shard work`",
        ));
    }
    let (tiers, shards) = (listed(&plan)?, plan.cutting.shards);
    let store = path(&args.store.store)?;
    // Neither make nor its shell treats these characters specially.
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+,@^".contains(letter);
    if let Some(letter) = store.chars().find(|letter| !is_plain(*letter)) {
        return Err(Failure::bad(format!(
            "a path with {letter:?} means something else to make or to its shell: rename the folder"
        )));
    }
    let yomikiri = quoted(program()).replace('$', "$$");
    let mut text = format!(
        "# The tasks of {}, as `yomikiri shard make` prints them.\n\
         # A file that is there is not made again, whatever is newer: all prerequisites stand behind `|`.\n\
         YOMIKIRI = {yomikiri}\nOPTIONS =\nSTORE = {store}\n\
         RUN = $(YOMIKIRI) shard run $(STORE) $(@F) -j 1 $(OPTIONS)\n\n\
         .DELETE_ON_ERROR:\n.SUFFIXES:\n\
         $(STORE)/table.yomikiri: | values-of-0\n\t$(YOMIKIRI) shard finish $(STORE) $(OPTIONS)\n",
        plan.subject().game
    );
    let mut phony = Vec::new();
    let mut rule = |text: &mut String, stage: &str, tier: u64, after: &str| {
        let all: Vec<String> = (0..shards)
            .map(|shard| format!("$(STORE)/{stage}-{tier}-{shard}"))
            .collect();
        let _ = write!(
            text,
            "\n{stage}-of-{tier}: | {all}\n{all}: | {after}\n\t$(RUN)\n",
            all = all.join(" ")
        );
        phony.push(format!("{stage}-of-{tier}"));
    };
    for tier in 0..=tiers {
        let after = match tier.checked_sub(1) {
            None => String::new(),
            Some(before) => format!(" keys-of-{before}"),
        };
        let _ = write!(text, "\n$(STORE)/cut-{tier}: |{after}\n\t$(RUN)\n");
        if tier < tiers {
            rule(&mut text, "keys", tier, &format!("$(STORE)/cut-{tier}"));
        }
    }
    for tier in 0..tiers {
        let after = match tier + 1 == tiers {
            true => format!("$(STORE)/cut-{tiers}"),
            false => format!("values-of-{}", tier + 1),
        };
        rule(&mut text, "values", tier, &after);
    }
    let _ = write!(text, "\n.PHONY: {}\n", phony.join(" "));
    console.out().write_all(text.as_bytes())?;
    Ok(Exit::Answered)
}
