//! Pages: whole, in both languages, and without anything to fetch.

use super::reported;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::report::{ReportError, page, page as page_of, report};
use yomikiri_catalog::{CensusError, Control, Limits, Refusal, Shipped, Stop, infos, open};

/// The names of the elements of a page with what stands in their tags, after a check that each is closed
/// where it should be and all text is escaped.
fn elements(page: &str) -> Vec<(String, String)> {
    let mut open = Vec::new();
    let mut all = Vec::new();
    let page = page.strip_prefix("<!DOCTYPE html>").expect("a page");
    // The style is no text.
    let (head, rest) = page.split_once("<style>").expect("a style");
    let (_, rest) = rest.split_once("</style>").expect("it ends");
    for part in format!("{head}{rest}").split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "`{text}`");
        for sign in text.split('&').skip(1) {
            let name = sign.split_once(';').expect("a character by name").0;
            assert!(
                ["amp", "lt", "gt", "quot"].contains(&name) || name.starts_with('#'),
                "{name}"
            );
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split([' ', '/']).next().expect("a name");
        if !tag.ends_with('/') {
            open.push(name.to_owned());
        }
        all.push((name.to_owned(), tag.to_owned()));
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

/// Checks a page and tells the names of its elements.
fn whole(page: &str) -> Vec<String> {
    let elements = elements(page);
    for language in ["lang=\"en\"", "lang=\"ja\""] {
        assert!(elements.iter().any(|(_, tag)| tag.contains(language)));
    }
    let count = |name: &str, language: &str| {
        let spans = elements.iter().filter(|(known, _)| known == name);
        spans.filter(|(_, tag)| tag.contains(language)).count()
    };
    for name in ["span", "text"] {
        assert_eq!(count(name, "lang=\"en\""), count(name, "lang=\"ja\""));
    }
    for (name, tag) in &elements {
        assert!(!["script", "link", "img", "iframe", "object"].contains(&name.as_str()));
        assert!(
            !tag.contains("src=") && !tag.contains("href=") && !tag.contains(" on"),
            "{tag}"
        );
    }
    assert!(!page.contains("http") && !page.contains("url(") && !page.contains("@import"));
    assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
    elements.into_iter().map(|(name, _)| name).collect()
}

#[test]
fn both_languages_are_in_the_page_and_one_is_chosen() {
    let report = [reported("tictactoe")];
    let (en, ja) = (page(&report, Lang::En), page(&report, Lang::Ja));
    let names = whole(&en);
    assert_eq!(names.iter().filter(|name| *name == "svg").count(), 6);
    whole(&ja);
    for text in [
        "Only-moves",
        "唯一手の割合",
        "255,168",
        "549,946",
        "58.5&#8239;%",
    ] {
        assert!(en.contains(text) && ja.contains(text), "{text}");
    }
    assert!(en.contains("<html lang=\"en\">") && en.contains("id=\"en\" checked=\"checked\""));
    assert!(ja.contains("<html lang=\"ja\">") && ja.contains("id=\"ja\" checked=\"checked\""));
    assert_eq!(en.matches("checked=\"checked\"").count(), 1);
}

#[test]
fn two_games_stand_side_by_side() {
    let reports = [reported("tictactoe"), reported("tictactoe:misere=yes")];
    let page = page(&reports, Lang::En);
    whole(&page);
    assert_eq!(page.matches("<h3>tictactoe</h3>").count(), 7);
    assert_eq!(page.matches("<h3>tictactoe:misere=yes</h3>").count(), 7);
    assert_eq!(page.matches("<svg").count(), 12);
}

#[test]
fn what_means_nothing_where_moves_gain_points_is_left_out() {
    let report = reported("take-ends:numbers=3/9/1/2");
    let json = serde_json::to_string(&report).expect("it has a form in JSON");
    let page = page(&[report], Lang::En);
    whole(&page);
    for nothing in [
        "Longest win",
        "First's share<",
        "How soon it is decided",
        "over: First",
        "<td>-</td>",
    ] {
        assert!(!page.contains(nothing), "{nothing}");
    }
    assert!(page.contains("margin to expect") && !page.contains("Random play: First"));
    for nothing in ["settled", "results", "longest_win", "unended", "error"] {
        assert!(!json.contains(nothing), "{nothing}");
    }
    // Beside a game that has them they stand there.
    let reports = [reported("take-ends:numbers=3/9/1/2"), reported("tictactoe")];
    assert!(page_of(&reports, Lang::En).contains("Longest win"));
}

#[test]
fn a_game_is_called_by_its_title() {
    let game = open("examples/rules/pong-hau-ki.toml", &Shipped).expect("it is shipped");
    let report = report(&*game, &mut Control::new()).expect("it is small");
    assert_eq!(report.title.as_deref(), Some("Pong hau k'i"));
    let page = page(&[report], Lang::En);
    whole(&page);
    assert!(page.contains("<h1>Pong hau k&#39;i</h1>"));
    assert!(page.contains("No figure here is off by more than"));
}

#[test]
fn names_from_outside_are_text() {
    let mut report = reported("graph:text=a first: b; b = draw");
    report.game = "<b>&\"'".to_owned();
    report.line.moves = vec!["</code><script>".to_owned()];
    whole(&page(&[report], Lang::Ja));
}

/// Every game has a report and a page, or is too large for these limits, or cannot be valued at all.
#[test]
fn every_family_has_a_page() {
    let mut made = 0;
    for info in infos() {
        for spec in info.examples {
            let game = open(spec, &Shipped).unwrap_or_else(|error| panic!("{spec}: {error}"));
            let limits = Limits {
                nodes: Some(30_000_000),
                memory: Some(4 << 20),
                ..Limits::default()
            };
            match report(&*game, &mut Control::new().limited(limits)) {
                Ok(report) => {
                    whole(&page(std::slice::from_ref(&report), Lang::Ja));
                    serde_json::to_string(&report).expect("it has a form in JSON");
                    let positions: u64 = report.plies.iter().map(|ply| ply.positions).sum();
                    assert_eq!(positions, report.size.positions, "{spec}");
                    assert_eq!(report.values.all(), positions, "{spec}");
                    made += 1;
                }
                Err(ReportError::Census(
                    CensusError::Stopped(Stop::Nodes | Stop::Memory)
                    | CensusError::Refused(Refusal::GainsWithCycles),
                )) => {}
                Err(error) => panic!("{spec}: {error}"),
            }
        }
    }
    assert!(made >= 20, "{made}");
}
