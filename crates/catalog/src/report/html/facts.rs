//! The table of facts.

use super::cells::{Told, cell, margin, result, thirds};
use super::words::{self, Both, number, percent, value, wide};
use crate::html::escape;
use crate::report::data::{Endings, Report};

/// Makes the table: a row for each fact, a column for each game.
pub(super) fn table(reports: &[Report]) -> String {
    let mut table = "<table class=\"facts\">\n<thead><tr><th></th>".to_owned();
    for report in reports {
        table += &format!("<th scope=\"col\">{}</th>", escape(report.name()));
    }
    table += "</tr></thead>\n<tbody>\n";
    let facts: [(Both, Told); 20] = [
        (words::VALUE, |report| {
            Some(value(&report.value).to_string())
        }),
        (words::POSITIONS, |report| {
            Some(wide(report.size.positions.into()))
        }),
        (words::UP_TO_SYMMETRY, |report| {
            let count = report.size.up_to_symmetry;
            count.map(|count| wide(count.into()))
        }),
        (words::LINES, |report| {
            let lines = report.size.lines.as_ref();
            Some(counted(report, lines.map(Endings::all)))
        }),
        (words::TREE_NODES, |report| {
            Some(counted(report, report.size.tree_nodes))
        }),
        (words::LENGTH, |report| {
            let plies = |plies: Option<u64>, none: &str| {
                plies.map_or_else(|| none.to_owned(), |plies| wide(plies.into()))
            };
            let shortest = plies(report.size.shortest, "-");
            Some(format!("{shortest} - {}", plies(report.size.longest, "∞")))
        }),
        (words::BRANCHING, |report| {
            let (mean, most) = (number(report.size.branching), report.size.most_moves);
            Some(format!("{mean} ({most})"))
        }),
        (words::KEEPING_FIRST_MOVES, |report| {
            let keeping = report.first_moves.iter().filter(|mv| mv.keeps).count();
            Some(format!("{keeping} / {}", report.first_moves.len()))
        }),
        (words::SHARES, |report| {
            (!report.gains).then(|| shares(report))
        }),
        (words::SHARES_TO_COME, |report| {
            report.gains.then(|| shares(report))
        }),
        (words::ONLY_MOVES, |report| {
            Some(percent(report.sharpness.rate()))
        }),
        (words::LONGEST_WIN, |report| {
            report.longest_win.as_ref().map(|win| win.plies.to_string())
        }),
        (words::RANDOM_PLAY, |report| result(&report.random)),
        (words::RANDOM_MARGIN, |report| margin(&report.random)),
        (words::NEAR_PERFECT_PLAY, |report| {
            result(&report.near_perfect)
        }),
        (words::NEAR_PERFECT_MARGIN, |report| {
            margin(&report.near_perfect)
        }),
        (words::ADVANTAGE, |report| {
            let shares = [&report.random, &report.near_perfect].map(|of| report.share(of));
            let [random, near] = [shares[0]?, shares[1]?].map(percent);
            Some(format!("{random} / {near}"))
        }),
        (words::EXPECTED_PLIES_RANDOM, |report| {
            report.random.plies.map(number)
        }),
        (words::SETTLED_AFTER, |report| {
            report.random.settled_after.map(number)
        }),
        (words::MISTAKES, |report| report.random.mistakes.map(number)),
    ];
    for (name, fact) in facts {
        let cells: Vec<Option<String>> = reports.iter().map(fact).collect();
        // Leave out facts that apply to none of the games.
        if cells.iter().any(Option::is_some) {
            let cells = cells.into_iter().map(cell);
            table += &format!(
                "<tr><th scope=\"row\">{name}</th>{}</tr>\n",
                cells.collect::<String>()
            );
        }
    }
    table + "</tbody>\n</table>\n"
}

/// Formats a number of lines of play or of tree nodes, or says why there is none.
fn counted(report: &Report, count: Option<u128>) -> String {
    match count {
        Some(count) => wide(count),
        None if report.cyclic => words::ENDLESS.to_string(),
        None => "&gt; 2<sup>128</sup>".to_owned(),
    }
}

/// Formats the shares of the positions that are worth more to First, the same to both, and more to
/// Second.
fn shares(report: &Report) -> String {
    let all = report.values.all() as f64;
    let values = [
        report.values.first,
        report.values.draw,
        report.values.second,
    ];
    thirds(values.map(|count| count as f64 / all))
}
