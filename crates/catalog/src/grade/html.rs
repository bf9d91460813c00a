//! A report as an HTML page: one file without a script and without outside resources.

use super::text::percent;
use super::{Difficulty, Group, Rate, Report, Stats};
use crate::html::escape;
use std::fmt::Write;
use yomikiri::Counted;

/// The height of the charts, in pixels.
const HEIGHT: f64 = 160.0;
/// The distance from one bar to the next.
const STEP: f64 = 26.0;

impl Report {
    /// Returns the report as a page.
    pub fn html(&self) -> String {
        let mut page = String::from(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n",
        );
        let title = escape(&format!("{}, {}", self.game, self.ask));
        let _ = write!(
            page,
            "<title>Grade: {title}</title>\n<style>\n\
             :root {{ color-scheme: light dark; }}\n\
             body {{ font: 15px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}\n\
             table {{ border-collapse: collapse; margin: 1rem 0; }}\n\
             th, td {{ padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #8884; }}\n\
             th:first-child, td:first-child {{ text-align: left; }}\n\
             svg {{ max-width: 100%; }}\n\
             </style>\n<h1>{title}</h1>\n\
             <p>{}, {}, {}. In brackets: {}.</p>\n",
            Counted(self.games, "game"),
            Counted(self.all.moves, "move"),
            Counted(self.positions, "position"),
            escape(self.intervals)
        );
        page += &table(
            "",
            &[Group {
                name: "all".to_owned(),
                stats: self.all,
            }],
        );
        for (fault, count) in &self.faults {
            let _ = writeln!(page, "<p>{fault}: {count}</p>");
        }
        if self.unsolved > 0 {
            let _ = writeln!(
                page,
                "<p>Not solved within the limits: {}.</p>",
                Counted(self.unsolved, "move")
            );
        }
        let parts = [
            ("By difficulty", "difficulty", &self.by_difficulty),
            ("By ply", "ply", &self.by_ply),
            ("By player", "player", &self.by_player),
            ("By name", "name", &self.by_name),
        ];
        let parts = parts.into_iter().filter(|(.., groups)| !groups.is_empty());
        for (heading, name, groups) in parts {
            let _ = writeln!(page, "<h2>{heading}</h2>");
            page += &chart(
                &format!("Perfect moves, {}", heading.to_lowercase()),
                groups,
                |stats| &stats.perfect,
            );
            page += &table(name, groups);
        }
        page += "<h2>What the words mean</h2>\n<dl>\n";
        for difficulty in Difficulty::ALL {
            let _ = writeln!(
                page,
                "<dt>{}<dd>{}",
                difficulty.name(),
                difficulty.summary()
            );
        }
        page += "<dt>perfect<dd>no other move is better under the question\n\
                 <dt>keeping<dd>who wins is what it was before the move\n</dl>\n</html>\n";
        page
    }
}

fn table(heading: &str, groups: &[Group]) -> String {
    let points = groups.iter().any(|group| group.stats.points.is_some());
    let mut text = format!(
        "<table>\n<tr><th>{heading}<th>moves<th>perfect<th>of decisions<th>keeping\
         <th>win to draw<th>win to loss<th>draw to loss{}\n",
        if points { "<th>points a move" } else { "" }
    );
    for Group { name, stats } in groups {
        let _ = write!(
            text,
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}",
            escape(name),
            stats.moves,
            percent(&stats.perfect),
            percent(&stats.perfect_decisions),
            percent(&stats.keeping),
            stats.blunders.win_to_draw,
            stats.blunders.win_to_loss,
            stats.blunders.draw_to_loss,
        );
        if let Some(mean) = stats.points {
            let _ = write!(
                text,
                "<td>{:.2} [{:.2}, {:.2}]",
                mean.mean, mean.low, mean.high
            );
        }
        text.push('\n');
    }
    text += "</table>\n";
    text
}

/// Draws bars with their intervals.
fn chart(title: &str, groups: &[Group], rate: impl Fn(&Stats) -> &Rate) -> String {
    let width = 40.0 + STEP * groups.len() as f64;
    let height = HEIGHT + 50.0;
    let title = escape(title);
    let mut svg = format!(
        "<svg role=\"img\" aria-label=\"{title}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-size=\"10\" fill=\"currentColor\">\n"
    );
    for share in [0.0, 0.5, 1.0] {
        let y = 10.0 + HEIGHT * (1.0 - share);
        let _ = writeln!(
            svg,
            "<line x1=\"34\" x2=\"{width}\" y1=\"{y}\" y2=\"{y}\" stroke=\"#8886\"/>\
             <text x=\"30\" y=\"{}\" text-anchor=\"end\">{}%</text>",
            y + 3.0,
            100.0 * share
        );
    }
    for (index, group) in groups.iter().enumerate() {
        let rate = rate(&group.stats);
        let x = 38.0 + STEP * index as f64;
        let y = |share: f64| 10.0 + HEIGHT * (1.0 - share);
        let middle = x + STEP / 2.0 - 2.0;
        let name = escape(&group.name);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{:.1}\" width=\"{}\" height=\"{:.1}\" fill=\"#1c7ed6\">\
             <title>{name}: {}</title></rect>\
             <line x1=\"{middle}\" x2=\"{middle}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"currentColor\"/>\
             <text transform=\"translate({},{}) rotate(-60)\" text-anchor=\"end\">{name}</text>",
            y(rate.rate),
            STEP - 4.0,
            HEIGHT * rate.rate,
            percent(rate),
            y(rate.low),
            y(rate.high),
            middle + 3.0,
            HEIGHT + 20.0,
        );
    }
    svg += "</svg>\n";
    svg
}
