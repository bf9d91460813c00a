//! A report as a page: one file in both languages, without a network and without a script.

mod board;
mod cells;
mod chart;
mod facts;
mod words;

use super::data::{Choices, FirstMove, Line, Ply, Report};
use crate::html::escape;
use crate::lang::Lang;
use cells::{Told, margin, result, row, table};
use chart::{Bar, Chart};
use words::{Both, both, number, percent, player, value, wide};
use yomikiri::Counted;

/// The most bars of a chart; if there are more plies, several share a bar.
const BARS: usize = 60;

/// Makes a page about a game, or about several side by side. The page has both languages and opens in
/// `lang`.
pub fn page(reports: &[Report], lang: Lang) -> String {
    styled(reports, lang, &format!("<style>\n{STYLE}</style>"))
}

/// The style sheet of the page.
pub const STYLE: &str = include_str!("style.css");

/// Makes the page for a server that serves [`STYLE`] at an address, where inline styles are not allowed.
pub fn linked_page(reports: &[Report], lang: Lang, style: &str) -> String {
    let style = format!("<link rel=\"stylesheet\" href=\"{}\"/>", escape(style));
    styled(reports, lang, &style)
}

fn styled(reports: &[Report], lang: Lang, style: &str) -> String {
    let names: Vec<&str> = reports.iter().map(Report::name).collect();
    let title = escape(&names.join(" / "));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title} - Yomikiri</title>\n{style}\n</head>\n<body>\n",
        lang.name(),
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
    page += &facts::table(reports);
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
        let sides: Vec<Option<String>> = reports.iter().map(side).collect();
        if sides.iter().all(Option::is_none) {
            continue;
        }
        page += &format!(
            "<section>\n<h2>{heading}</h2>\n<p class=\"note\">{note}</p>\n<div class=\"sides\">\n"
        );
        for (report, side) in reports.iter().zip(sides) {
            page += "<div>\n";
            if reports.len() > 1 {
                page += &format!("<h3>{}</h3>\n", escape(report.name()));
            }
            page += side.as_deref().unwrap_or("<p>-</p>\n");
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

fn first_moves(report: &Report) -> Option<String> {
    let mut moves: Vec<&FirstMove> = report.first_moves.iter().collect();
    // The sort is stable: moves that keep the value come first, in move order.
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
        let cells = [
            Some(escape(&mv.mv)),
            Some(value(&mv.value)),
            result(&mv.random),
            margin(&mv.random),
        ];
        let mark = if mv.keeps { " class=\"keeps\"" } else { "" };
        (mark, cells)
    });
    let head = [
        words::MOVE,
        words::VALUE,
        words::RANDOM_AFTERWARDS,
        words::MARGIN_AFTERWARDS,
    ];
    Some(text + &table(head, rows))
}

fn perfect_play(report: &Report) -> Option<String> {
    let mut text = format!("<p>{}: {}</p>\n", value(&report.value), line(&report.line));
    if let Some(win) = &report.longest_win {
        let (en, ja) = (
            format!(
                "The longest win: {} in {}, from ",
                player(win.winner).en,
                Counted(win.plies, "ply")
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
    Some(text)
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

/// Returns the plies of a game with their labels; if there are many, several are added up.
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

/// Draws a chart with a bar for every ply, cut into parts.
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

/// Converts counts to shares of 1.
fn shares<const N: usize>(counts: [u64; N], of: u64) -> [f64; N] {
    counts.map(|count| count as f64 / of.max(1) as f64)
}

const WINNERS: [(&str, Both); 3] = [
    ("first", words::FIRST),
    ("draw", words::DRAW),
    ("second", words::SECOND),
];

fn values(report: &Report) -> Option<String> {
    let chart = by_ply(report, words::VALUES, WINNERS, |ply| {
        shares(
            [ply.values.first, ply.values.draw, ply.values.second],
            ply.positions,
        )
    });
    let rows = report.plies.iter().map(|ply| {
        let (values, over) = (&ply.values, &ply.finished);
        let by_winner = over.by_winner();
        row([
            Some(ply.ply as u64),
            Some(ply.positions),
            Some(values.first),
            Some(values.draw),
            Some(values.second),
            report.gains.then_some(over.all()),
            by_winner.map(|over| over.first),
            by_winner.map(|over| over.draw),
            by_winner.map(|over| over.second),
        ])
    });
    let head = [
        words::PLY,
        words::POSITIONS,
        words::FIRST,
        words::DRAW,
        words::SECOND,
        words::OVER_KEY,
        words::OVER_FIRST,
        words::OVER_DRAW,
        words::OVER_SECOND,
    ];
    Some(chart + &details(&table(head, rows)))
}

fn settled(report: &Report) -> Option<String> {
    let keys = [("settled", words::SETTLED_KEY), ("over", words::OVER_KEY)];
    if report.gains {
        return None;
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
            Some(ply.ply as u64),
            Some(ply.positions),
            ply.settled,
            Some(ply.finished.all()),
        ])
    });
    let head = [
        words::PLY,
        words::POSITIONS,
        words::SETTLED_KEY,
        words::OVER_KEY,
    ];
    Some(chart + &details(&table(head, rows)))
}

fn sharpness(report: &Report) -> Option<String> {
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
        row([ply.ply as u64, only, some, free, forced].map(Some))
    });
    let head = [
        words::PLY,
        words::ONLY,
        words::SOME,
        words::FREE,
        words::FORCED,
    ];
    Some(chart + &details(&table(head, rows)))
}

fn chances(report: &Report) -> Option<String> {
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
    let rows = all.map(|chances| {
        let cells = [
            Some(short_percent(chances.slips)),
            result(chances),
            margin(chances),
            report.share(chances).map(percent),
            chances.plies.map(number),
            chances.settled_after.map(number),
            chances.mistakes.map(number),
        ];
        ("", cells)
    });
    let head = [
        words::SLIPS,
        words::RESULTS,
        words::MARGIN,
        words::FIRSTS_SHARE,
        words::EXPECTED_PLIES,
        words::EXPECTED_SETTLED,
        words::MISTAKES_MADE,
    ];
    text += &details(&table(head, rows));
    let errors = report.by_slips.iter().filter_map(|chances| chances.error);
    if let Some(error) = errors.reduce(f64::max) {
        // The format prints two digits, so round the bound up.
        text += &format!("<p>{}: {:.1e}</p>\n", words::ERROR, error * 1.05);
    }
    Some(text)
}

fn size(report: &Report) -> Option<String> {
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
    let most = format!("<p>{}: {}</p>\n", words::MOST_AT_A_PLY, wide(most.into()));
    Some(chart + &most)
}

/// Formats a share like `35%`, without a fraction.
fn short_percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// Makes a section that readers can unfold.
fn details(inner: &str) -> String {
    format!(
        "<details><summary>{}</summary>\n{inner}</details>\n",
        words::NUMBERS
    )
}
