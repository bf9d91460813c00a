//! A report as a page: one file, in both languages, that needs no network and no script.

mod board;
mod chart;
mod words;

use super::data::{Chances, Choices, FirstMove, Line, Ply, Report};
use crate::html::escape;
use crate::lang::Lang;
use chart::{Bar, Chart};
use words::{Both, both, number, percent, player, value, wide};

/// The most bars of a chart: where there are more plies, several share one.
const BARS: usize = 60;

/// What is told of a game.
type Told = fn(&Report) -> String;

/// A page about a game, or about several side by side. Both languages are in it; `lang` is the one that
/// it opens in.
pub fn page(reports: &[Report], lang: Lang) -> String {
    let names: Vec<&str> = reports.iter().map(|report| report.game.as_str()).collect();
    let title = escape(&names.join(" / "));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title} - Yomikiri</title>\n<style>\n{}</style>\n</head>\n<body>\n",
        lang.name(),
        include_str!("style.css"),
    );
    for known in Lang::ALL {
        let (name, label) = match known {
            Lang::En => ("en", "English"),
            Lang::Ja => ("ja", "日本語"),
        };
        let checked = if known == lang {
            " checked=\"checked\""
        } else {
            ""
        };
        page += &format!(
            "<input type=\"radio\" name=\"language\" id=\"{name}\"{checked}/>\
             <label for=\"{name}\" lang=\"{name}\" class=\"language\">{label}</label>\n"
        );
    }
    page += &format!("<main>\n<h1>{title}</h1>\n");
    page += &facts(reports);
    let sections: [(Both, Both, Told); 7] = [
        (words::FIRST_MOVES, words::FIRST_MOVES_NOTE, first_moves),
        (words::PERFECT_PLAY, words::PERFECT_PLAY_NOTE, perfect_play),
        (words::VALUES, words::VALUES_NOTE, values),
        (words::SETTLED, words::SETTLED_NOTE, settled),
        (words::SHARPNESS, words::SHARPNESS_NOTE, sharpness),
        (words::CHANCES, words::CHANCES_NOTE, chances),
        (words::SIZE, words::SIZE_NOTE, size),
    ];
    for (heading, note, side) in sections {
        page += &format!(
            "<section>\n<h2>{heading}</h2>\n<p class=\"note\">{note}</p>\n<div class=\"sides\">\n"
        );
        for report in reports {
            page += "<div>\n";
            if reports.len() > 1 {
                page += &format!("<h3>{}</h3>\n", escape(&report.game));
            }
            page += &side(report);
            page += "</div>\n";
        }
        page += "</div>\n</section>\n";
    }
    page += &format!(
        "<footer>{} {}</footer>\n</main>\n</body>\n</html>\n",
        words::MADE_BY,
        env!("CARGO_PKG_VERSION")
    );
    page
}

/// The table of facts: a row a fact, a column a game.
fn facts(reports: &[Report]) -> String {
    let mut table = "<table class=\"facts\">\n<thead><tr><th></th>".to_owned();
    for report in reports {
        table += &format!("<th scope=\"col\">{}</th>", escape(&report.game));
    }
    table += "</tr></thead>\n<tbody>\n";
    let facts: [(Both, Told); 16] = [
        (words::VALUE, |report| value(&report.value).to_string()),
        (words::POSITIONS, |report| {
            wide(report.size.positions.into())
        }),
        (words::UP_TO_SYMMETRY, |report| {
            let count = report.size.up_to_symmetry;
            count.map_or_else(
                || words::NO_SYMMETRY.to_string(),
                |count| wide(count.into()),
            )
        }),
        (words::LINES, |report| {
            match (&report.size.lines, report.cyclic) {
                (Some(lines), _) => wide(lines.first + lines.draw + lines.second),
                (None, true) => words::ENDLESS.to_string(),
                (None, false) => "&gt; 2<sup>128</sup>".to_owned(),
            }
        }),
        (words::TREE_NODES, |report| {
            match (report.size.tree_nodes, report.cyclic) {
                (Some(nodes), _) => wide(nodes),
                (None, true) => words::ENDLESS.to_string(),
                (None, false) => "&gt; 2<sup>128</sup>".to_owned(),
            }
        }),
        (words::LENGTH, |report| {
            let plies = |plies: Option<u64>, none: &str| {
                plies.map_or_else(|| none.to_owned(), |plies| wide(plies.into()))
            };
            let shortest = plies(report.size.shortest, "-");
            format!("{shortest} - {}", plies(report.size.longest, "∞"))
        }),
        (words::BRANCHING, |report| {
            format!(
                "{} ({})",
                number(report.size.branching),
                report.size.most_moves
            )
        }),
        (words::KEEPING_FIRST_MOVES, |report| {
            let keeping = report.first_moves.iter().filter(|mv| mv.keeps).count();
            format!("{keeping} / {}", report.first_moves.len())
        }),
        (words::SHARES, |report| {
            let all = report.values.all() as f64;
            let values = [
                report.values.first,
                report.values.draw,
                report.values.second,
            ];
            thirds(values.map(|count| count as f64 / all))
        }),
        (words::ONLY_MOVES, |report| percent(report.sharpness.rate())),
        (words::LONGEST_WIN, |report| match &report.longest_win {
            Some(win) => win.plies.to_string(),
            None => "-".to_owned(),
        }),
        (words::RANDOM_PLAY, |report| result(&report.random)),
        (words::NEAR_PERFECT_PLAY, |report| {
            result(&report.near_perfect)
        }),
        (words::ADVANTAGE, |report| {
            let shares = report.random.share().zip(report.near_perfect.share());
            shares.map_or_else(
                || "-".to_owned(),
                |(random, near)| format!("{} / {}", percent(random), percent(near)),
            )
        }),
        (words::SETTLED_AFTER, |report| {
            let plies = report.random.settled_after.zip(report.random.plies);
            plies.map_or_else(
                || "-".to_owned(),
                |(settled, plies)| format!("{} / {}", number(settled), number(plies)),
            )
        }),
        (words::MISTAKES, |report| {
            report
                .random
                .mistakes
                .map_or_else(|| "-".to_owned(), number)
        }),
    ];
    for (name, fact) in facts {
        table += &format!("<tr><th scope=\"row\">{name}</th>");
        for report in reports {
            table += &format!("<td>{}</td>", fact(report));
        }
        table += "</tr>\n";
    }
    table + "</tbody>\n</table>\n"
}

/// Shares of First, draws, Second.
fn thirds(shares: [f64; 3]) -> String {
    let [first, draw, second] = shares.map(percent);
    format!("{first} / {draw} / {second}")
}

/// What to expect of some kind of play.
fn result(chances: &Chances) -> String {
    let mut parts = Vec::new();
    if let Some(results) = chances.results {
        parts.push(thirds([results.first, results.draw, results.second]));
    }
    if let Some(unended) = chances.unended.filter(|&unended| unended >= 0.0005) {
        parts.push(format!("{} {}", words::UNENDED, percent(unended)));
    }
    if let Some(margin) = chances.margin {
        parts.push(format!("{} {margin:+.2}", words::MARGIN));
    }
    parts.join("; ")
}

fn first_moves(report: &Report) -> String {
    let mut moves: Vec<&FirstMove> = report.first_moves.iter().collect();
    // Stable: what keeps the value comes first, in move order.
    moves.sort_by_key(|mv| !mv.keeps);
    let mut text = board::first_moves(report);
    if let Some(count) = report.first_positions_up_to_symmetry {
        text += &format!(
            "<p>{}: {}</p>\n",
            words::DIFFERENT_FIRST,
            wide(count.into())
        );
    }
    let rows = moves.into_iter().map(|mv| {
        let mark = if mv.keeps { " class=\"keeps\"" } else { "" };
        format!(
            "<tr{mark}><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escape(&mv.mv),
            value(&mv.value),
            result(&mv.random)
        )
    });
    let head = [words::MOVE, words::VALUE, words::RANDOM_AFTERWARDS];
    text + &table(&head, rows)
}

fn perfect_play(report: &Report) -> String {
    let mut text = format!("<p>{}: {}</p>\n", value(&report.value), line(&report.line));
    if let Some(win) = &report.longest_win {
        let (en, ja) = (
            format!(
                "The longest win: {} in {} plies, from ",
                player(win.winner).en,
                win.plies
            ),
            format!(
                "最長の勝ち: {}、{} 手。局面 ",
                player(win.winner).ja,
                win.plies
            ),
        );
        text += &format!(
            "<p>{}<code>{}</code></p>\n<ul><li>{}: {}</li><li>{}: {}</li></ul>\n",
            both(&en, &ja),
            escape(&win.position),
            words::REACHED_BY,
            line(&win.path),
            words::GOES_ON,
            line(&win.line),
        );
    }
    text
}

fn line(line: &Line) -> String {
    let moves = match line.moves.is_empty() {
        true => "-".to_owned(),
        false => escape(&line.moves.join(" ")),
    };
    let end = match line.end {
        "goes-on" => " …".to_owned(),
        "returns" => format!(" ({})", words::RETURNS),
        _ => String::new(),
    };
    format!("<code class=\"line\">{moves}</code>{end}")
}

/// The plies of a game, several together where there are many, with what to call them.
fn grouped(report: &Report) -> Vec<(String, Ply)> {
    let width = report.plies.len().div_ceil(BARS).max(1);
    let group = |plies: &[Ply]| {
        let mut sum = plies[0];
        plies[1..].iter().for_each(|ply| sum.add(ply));
        let (from, to) = (sum.ply, sum.ply + plies.len() - 1);
        let name = if from == to {
            from.to_string()
        } else {
            format!("{from}-{to}")
        };
        (name, sum)
    };
    report.plies.chunks(width).map(group).collect()
}

/// A chart with a bar for every ply, cut into parts.
fn by_ply<const N: usize>(
    report: &Report,
    title: Both,
    keys: [(&'static str, Both); N],
    parts: impl Fn(&Ply) -> [f64; N],
) -> String {
    let bars = grouped(report).into_iter().map(|(name, ply)| Bar {
        name,
        parts: parts(&ply).to_vec(),
    });
    Chart {
        title,
        axis: words::PLY,
        keys: &keys,
        bars: bars.collect(),
    }
    .draw()
}

/// Numbers as shares of one.
fn shares<const N: usize>(counts: [u64; N], of: u64) -> [f64; N] {
    counts.map(|count| count as f64 / of.max(1) as f64)
}

const WINNERS: [(&str, Both); 3] = [
    ("first", words::FIRST),
    ("draw", words::DRAW),
    ("second", words::SECOND),
];

fn values(report: &Report) -> String {
    let chart = by_ply(report, words::VALUES, WINNERS, |ply| {
        shares(
            [ply.values.first, ply.values.draw, ply.values.second],
            ply.positions,
        )
    });
    let rows = report.plies.iter().map(|ply| {
        let (values, over) = (&ply.values, &ply.finished);
        row([
            ply.ply as u64,
            ply.positions,
            values.first,
            values.draw,
            values.second,
            over.first,
            over.draw,
            over.second,
        ])
    });
    let over = [words::OVER_FIRST, words::OVER_DRAW, words::OVER_SECOND];
    let head = [
        words::PLY,
        words::POSITIONS,
        words::FIRST,
        words::DRAW,
        words::SECOND,
    ];
    chart + &details(&table(&[&head[..], &over[..]].concat(), rows))
}

fn settled(report: &Report) -> String {
    let keys = [("settled", words::SETTLED_KEY), ("over", words::OVER_KEY)];
    if report.gains {
        return format!("<p>{}</p>\n", words::SETTLED_NOT);
    }
    let chart = by_ply(report, words::SETTLED, keys, |ply| {
        let over = ply.finished.all();
        shares(
            [ply.settled.unwrap_or(0).saturating_sub(over), over],
            ply.positions,
        )
    });
    let rows = report.plies.iter().map(|ply| {
        row([
            ply.ply as u64,
            ply.positions,
            ply.settled.unwrap_or(0),
            ply.finished.all(),
        ])
    });
    let head = [
        words::PLY,
        words::POSITIONS,
        words::SETTLED_KEY,
        words::OVER_KEY,
    ];
    chart + &details(&table(&head, rows))
}

fn sharpness(report: &Report) -> String {
    let keys = [
        ("only", words::ONLY),
        ("some", words::SOME),
        ("free", words::FREE),
        ("forced", words::FORCED),
    ];
    let counts = |choices: &Choices| [choices.only, choices.some, choices.free, choices.forced];
    let chart = by_ply(report, words::SHARPNESS, keys, |ply| {
        shares(counts(&ply.choices), ply.positions - ply.finished.all())
    });
    let rows = report.plies.iter().map(|ply| {
        let [only, some, free, forced] = counts(&ply.choices);
        row([ply.ply as u64, only, some, free, forced])
    });
    let head = [
        words::PLY,
        words::ONLY,
        words::SOME,
        words::FREE,
        words::FORCED,
    ];
    chart + &details(&table(&head, rows))
}

fn chances(report: &Report) -> String {
    let all = report.by_slips.iter();
    let bars = all.clone().filter_map(|chances| {
        let results = chances.results?;
        let unended = chances.unended.unwrap_or(0.0);
        Some(Bar {
            name: short_percent(chances.slips),
            parts: vec![results.first, results.draw, results.second, unended],
        })
    });
    let bars: Vec<Bar> = bars.collect();
    let unended = ("unended", words::UNENDED);
    let keys = [&WINNERS[..], &[unended][..]].concat();
    let keys = if report.cyclic { &keys[..] } else { &keys[..3] };
    let mut text = String::new();
    if !bars.is_empty() {
        let chart = Chart {
            title: words::CHANCES,
            axis: words::SLIPS,
            keys,
            bars,
        };
        text += &chart.draw();
    }
    let plain = |number_of: Option<f64>| number_of.map_or_else(|| "-".to_owned(), number);
    let rows = all.map(|chances| {
        let share = chances.share().map_or_else(|| "-".to_owned(), percent);
        format!(
            "<tr><td>{}</td><td>{}</td><td>{share}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            short_percent(chances.slips),
            result(chances),
            plain(chances.plies),
            plain(chances.settled_after),
            plain(chances.mistakes),
        )
    });
    let head = [
        words::SLIPS,
        words::RESULTS,
        words::FIRSTS_SHARE,
        words::EXPECTED_PLIES,
        words::EXPECTED_SETTLED,
        words::MISTAKES,
    ];
    text + &details(&table(&head, rows))
}

fn size(report: &Report) -> String {
    let most = report
        .plies
        .iter()
        .map(|ply| ply.positions)
        .max()
        .unwrap_or(1);
    let groups = grouped(report);
    let most_of_group = groups
        .iter()
        .map(|(_, ply)| ply.positions)
        .max()
        .unwrap_or(1);
    let chart = by_ply(report, words::SIZE, [("count", words::POSITIONS)], |ply| {
        shares([ply.positions], most_of_group)
    });
    chart + &format!("<p>{}: {}</p>\n", words::MOST_AT_A_PLY, wide(most.into()))
}

/// `35%`, without a fraction.
fn short_percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// A row of numbers.
fn row<const N: usize>(numbers: [u64; N]) -> String {
    let cells = numbers.map(|number| format!("<td>{}</td>", wide(number.into())));
    format!("<tr>{}</tr>\n", cells.concat())
}

fn table(head: &[Both], rows: impl Iterator<Item = String>) -> String {
    let head: String = head
        .iter()
        .map(|name| format!("<th scope=\"col\">{name}</th>"))
        .collect();
    let rows: String = rows.collect();
    format!(
        "<div class=\"table\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

/// Something to be opened by those who want it.
fn details(inner: &str) -> String {
    format!(
        "<details><summary>{}</summary>\n{inner}</details>\n",
        words::NUMBERS
    )
}
