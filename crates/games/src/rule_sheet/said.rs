//! A summary of a sheet, in sentences for people.

use super::RuleSheet;
use yomikiri_core::Counted;
use yomikiri_gdl::Scoring;

impl RuleSheet {
    /// Summarizes the sheet: its roles, its size, its goals and its step counter, a sentence for each.
    pub fn sentences(&self) -> Vec<String> {
        let sheet = self.sheet();
        let size = sheet.size();
        let [first, second] = sheet.roles();
        let mut said = vec![
            format!("First is the role `{first}`, and Second is the role `{second}`"),
            format!(
                "{} rules come to {} atoms and {} instances",
                size.rules, size.atoms, size.instances
            ),
            format!(
                "a state has {}, and the sheet has {}",
                Counted(size.propositions, "proposition"),
                Counted(size.moves, "move")
            ),
        ];
        if size.idle > 0 {
            said.push(format!(
                "states leave out {}, on which neither moves nor goals nor the end of play depend",
                Counted(size.idle, "proposition")
            ));
        }
        said.extend(sheet.misspelt());
        said.push(format!(
            "the network has {} with {}",
            Counted(size.gates, "gate"),
            Counted(size.literals, "literal")
        ));
        said.push("the roles took turns in all games that were played at random".to_owned());
        match self.scoring() {
            Scoring::Outcomes { low, high } if low == high => {
                said.push(format!("both roles always have the goal {low}: a draw"));
            }
            Scoring::Outcomes { low, high } => said.push(format!(
                "whoever has the goal {high} wins, and the other has {low} then; equal goals are a draw"
            )),
            Scoring::Margins { sum } => said.push(format!(
                "the goals add up to {sum}, and the margin is what First has more than Second"
            )),
        }
        let Some(steps) = sheet.steps() else {
            return said;
        };
        let (from, to, moves) = (steps.first, steps.last, Counted(steps.moves, "move"));
        said.push(match steps.ends_play {
            true => format!("a step counter ends play after {moves}: `{from}` to `{to}`"),
            false => format!("a step counter goes on for {moves}: `{from}` to `{to}`"),
        });
        if self.drops_steps() {
            said.push(format!(
                "play is without the step counter: a draw is a draw with it too, and so is a win in at most {moves} a \
                 win; a longer win is none with it"
            ));
        } else if steps.can_drop {
            said.push("`steps=drop` plays without the step counter".to_owned());
        }
        said
    }
}
