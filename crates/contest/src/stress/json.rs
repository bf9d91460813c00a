//! A report as data: one JSON object.

use super::explain::{Explanation, Line, Play};
use super::{Found, Report, Verdict};
use serde_json::{Map, Value, json};
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::lang::Lang;

impl Report {
    /// Returns the report as a JSON object. In texts, bytes that are not UTF-8 are replaced.
    ///
    /// Always present: `version`, `problem`, `verdict`, `ended`, `seed`, `first`, `cases`, `seconds`, `rate`
    /// (cases a second), `shares` (cases by kind). `slowest`: `case`, `corner`, `seconds`. If a case failed:
    /// `case`, `corner`, `signal` or `code`, `input`, `expected` (null if unknown), `output`, `stderr`,
    /// `words` of a checker or an interactor, `slow` (`times` the limit, `ended`), `generated`, `shrunk`
    /// (`steps`, `tries`, `minimal`, `interrupted`), `repeats`, and for a wrong answer `explanation` (`text`;
    /// `game`, `position`, `board`, `to_move`, `value`, `lines` of `moves`; if moves gain points, also the
    /// `points` gained and the `outcome` of the whole game). `others`: one such object for each other
    /// verdict, with its `verdict`, if the search continued after the first one. `unjudged`: the cases
    /// without a known answer.
    pub fn json(&self) -> Map<String, Value> {
        let seconds = self.elapsed.as_secs_f64();
        let shares = self.shares.iter();
        let shares: Map<String, Value> = shares
            .map(|(corner, count)| (corner.name().to_owned(), json!(count)))
            .collect();
        let verdict = self
            .found
            .as_ref()
            .map_or(Verdict::Agreement, |found| found.verdict);
        let mut object = Map::new();
        let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
        set("version", json!(JSON_VERSION));
        set("problem", json!(self.problem));
        set("verdict", json!(verdict.name()));
        set("ended", json!(self.ended.name()));
        set("seed", json!(self.config.seed));
        set("first", json!(self.config.first));
        set("cases", json!(self.cases));
        set("unjudged", json!(self.unjudged));
        set("seconds", json!(seconds));
        set("rate", json!(self.cases as f64 / seconds.max(1e-9)));
        set("shares", Value::Object(shares));
        if let Some(slowest) = self.slowest {
            let slowest = json!({
                "case": slowest.case,
                "corner": slowest.corner.name(),
                "seconds": slowest.elapsed.as_secs_f64(),
            });
            set("slowest", slowest);
        }
        if let Some(found) = &self.found {
            object.append(&mut found.json());
        }
        if self.config.all {
            let others = self.others.iter().map(|other| {
                let mut object = other.json();
                object.insert("verdict".to_owned(), json!(other.verdict.name()));
                Value::Object(object)
            });
            object.insert("others".to_owned(), Value::Array(others.collect()));
        }
        object
    }
}

impl Found {
    fn json(&self) -> Map<String, Value> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut object = Map::new();
        let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
        set("case", json!(self.case));
        set("corner", json!(self.corner.name()));
        match self.verdict {
            Verdict::Crash { signal } => {
                set("signal", json!(signal));
            }
            Verdict::Exit { code } => {
                set("code", json!(code));
            }
            _ => {}
        }
        set("input", json!(self.input));
        set("expected", json!(self.expected.as_deref().map(text)));
        set("output", json!(text(&self.output)));
        set("stderr", json!(self.errors.text()));
        if let Some(words) = &self.words {
            set("words", json!(words));
        }
        if let Some(slow) = self.slow {
            set("slow", json!({ "times": slow.times, "ended": slow.ended }));
        }
        set("generated", json!(self.generated));
        let shrunk = json!({
            "steps": self.shrunk.steps,
            "tries": self.shrunk.tries,
            "minimal": self.shrunk.minimal,
            "interrupted": self.shrunk.interrupted,
        });
        set("shrunk", shrunk);
        set("repeats", json!(self.repeats));
        if let Some(explanation) = &self.explanation {
            set("explanation", explanation.json());
        }
        object
    }
}

impl Explanation {
    fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("text".to_owned(), json!(self.text(Lang::En)));
        if let Some(play) = &self.play {
            object.append(&mut play.json());
        }
        Value::Object(object)
    }
}

impl Play {
    fn json(&self) -> Map<String, Value> {
        let name = |player| self.names[player as usize];
        let line = |line: &Line| {
            let moves = line.moves.iter();
            let moves: Vec<Value> = moves
                .map(|(player, mv)| json!({ "player": name(*player), "move": mv }))
                .collect();
            let mut object = json!({
                "value": line.value.to_string(),
                "moves": moves,
                "cut": line.cut,
                "board": line.board,
            });
            if let Some((points, end)) = line.points {
                object["points"] = json!(points.both());
                if let Some(end) = end {
                    object["outcome"] = json!(end.to_string());
                }
            }
            object
        };
        let lines: Vec<Value> = self.lines.iter().map(line).collect();
        let mut object = Map::new();
        let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
        set("game", json!(self.game));
        set("position", json!(self.position));
        set("board", json!(self.board));
        set("to_move", json!(name(self.to_move)));
        set("value", json!(self.value.to_string()));
        set("lines", json!(lines));
        object
    }
}
