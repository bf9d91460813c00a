//! Specs of every registered family, and of one made up to have every kind of setting.

use crate::shared::made;
use proptest::prelude::*;
use yomikiri_core::TextError;
use yomikiri_games::make::{infos, read, unknown_name};
use yomikiri_games::registry::Info;
use yomikiri_games::spec::{
    Args, Kind, NoFiles, OneFile, Param, RawSpec, SpecError, nearest, quoted,
};

const fn param(name: &'static str, kind: Kind, default: Option<&'static str>) -> Param {
    Param {
        name,
        kind,
        default,
        required: false,
        help: "help",
    }
}

/// No game: what a family could declare.
const EVERY_KIND: Info = Info {
    name: "every-kind",
    title: "",
    summary: "",
    source: "",
    rules_version: 1,
    params: &[
        param("rows", Kind::Int { min: 1, max: 99 }, Some("3")),
        param(
            "offset",
            Kind::Int {
                min: i64::MIN,
                max: i64::MAX,
            },
            None,
        ),
        param("wild", Kind::Flag, Some("no")),
        param(
            "full",
            Kind::Choice(&["draw", "points", "first", "second"]),
            Some("draw"),
        ),
        param("shape", Kind::Text("rows joined by `/`"), None),
        param("file", Kind::File, None),
        Param {
            required: true,
            ..param("line", Kind::Int { min: 1, max: 9 }, None)
        },
    ],
    examples: &[],
    files: &[],
    notation: "",
    capabilities: &[],
};

fn families() -> Vec<Info> {
    let mut families = infos();
    families.push(EVERY_KIND);
    families
}

fn error(text: &str) -> TextError {
    RawSpec::split(text)
        .and_then(|raw| raw.check(&EVERY_KIND))
        .unwrap_err()
}

#[test]
fn what_a_family_declares_is_well_formed() {
    let mut names: Vec<&str> = Vec::new();
    for info in families() {
        assert!(
            !names.contains(&info.name),
            "{} is registered twice",
            info.name
        );
        names.push(info.name);
        let name_char = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(info.name.chars().all(name_char), "{}", info.name);
        for (index, param) in info.params.iter().enumerate() {
            assert!(
                !param.name.is_empty() && !param.name.contains([',', '=']),
                "{}",
                param.name
            );
            assert!(
                info.params[..index]
                    .iter()
                    .all(|other| other.name != param.name)
            );
            assert!(
                !(param.required && param.default.is_some()),
                "{}",
                param.name
            );
            // A default is canonical: naming it leaves the spec as it would be without.
            if let Some(default) = param.default {
                let only = Info {
                    params: std::slice::from_ref(param),
                    ..info
                };
                let text = format!("{}:{}={default}", info.name, param.name);
                let spec = RawSpec::split(&text)
                    .and_then(|raw| raw.check(&only))
                    .unwrap();
                assert_eq!(spec.to_string(), info.name, "{text}");
            }
        }
    }
}

#[test]
fn the_examples_of_every_family_print_canonically() {
    for info in infos() {
        for example in info.examples {
            let (found, spec) = read(example).unwrap_or_else(|error| panic!("{example}: {error}"));
            assert_eq!((found.name, spec.name()), (info.name, info.name));
            let canonical = spec.to_string();
            assert_eq!(read(&canonical).unwrap().1, spec, "{canonical}");
        }
    }
}

#[test]
fn files_are_the_callers_to_give() {
    let error = made("grid-walk:file=grid.txt", &NoFiles).unwrap_err();
    assert_eq!(error.error.span, 15..23);
    assert_eq!(
        error.to_string(),
        "cannot read `grid.txt`: files cannot be named here"
    );

    let error = made("grid-walk:file=grid.txt", &OneFile("+-\n+o")).unwrap_err();
    assert_eq!(error.error.span, 4..5);
    assert_eq!(
        error.file,
        Some(("grid.txt".to_owned(), "+-\n+o".to_owned()))
    );
    for (text, span) in [
        ("grid-walk:cells=+-/+o", 20..21),
        ("grid-walk:cells=+-,moves=right/left", 31..35),
        ("grid-walk:moves=right", 21..21),
        ("grid-walk", 9..9),
        ("grid-walk:file=a,cells=+-", 23..25),
        ("graph", 5..5),
        ("graph:text=a first: b", 20..21),
        ("graph:file=a,text=a = draw", 18..26),
    ] {
        let error = made(text, &OneFile("+-\n-+"));
        match error {
            Err(error) => assert_eq!((error.error.span, error.file), (span, None), "{text}"),
            // The file is no graph, and that is found out first or not at all.
            Ok(_) => panic!("{text} was accepted"),
        }
    }
}

#[test]
fn settings_are_read_with_their_defaults() {
    let raw = RawSpec::split("every-kind:wild=true,line=007,rows=3").unwrap();
    let spec = raw.check(&EVERY_KIND).unwrap();
    assert_eq!(spec.to_string(), "every-kind:wild=yes,line=7");
    assert_eq!(
        spec.settings().collect::<Vec<_>>(),
        [("wild", "yes"), ("line", "7")]
    );
    let args = Args::new(&raw, &spec, &EVERY_KIND, &NoFiles);
    assert_eq!((args.int("rows"), args.int("line")), (3, 7));
    assert_eq!(args.int_if_given("offset"), None);
    assert!(args.flag("wild"));
    assert_eq!(
        (args.get("full"), args.get("shape"), args.get("nonsense")),
        (Some("draw"), None, None)
    );
    assert!(args.file("file").unwrap().is_none());
    // A part of a value can be pointed at only where it was written as it is read.
    let within = |key| {
        args.error_within(key, TextError::new(0..1, "bad"))
            .error
            .span
    };
    assert_eq!(
        (within("rows"), within("line"), within("full")),
        (35..36, 26..29, 36..36)
    );
}

#[test]
fn errors_point_and_suggest() {
    for (text, span, help) in [
        ("", 0..0, Some("write NAME or NAME:key=value,key=value")),
        (
            ":rows=3",
            0..0,
            Some("write NAME or NAME:key=value,key=value"),
        ),
        ("every-kind:", 11..11, None),
        ("every-kind:rows", 11..15, None),
        ("every-kind:=3", 11..13, None),
        ("every-kind:rows=3,", 18..18, None),
        ("every-kind:rows=3,rows=3,line=1", 18..22, None),
        (
            "every-kind:line=1,Rows=4",
            18..22,
            Some("did you mean `rows`?"),
        ),
        (
            "every-kind:row=4,line=1",
            11..14,
            Some("did you mean `rows`?"),
        ),
        (
            "every-kind:gravity=4,line=1",
            11..18,
            Some("its settings are rows, offset, wild, full, shape, file, line"),
        ),
        ("every-kind:line=0", 16..17, None),
        ("every-kind:line=9999999999999999999999", 16..38, None),
        ("every-kind:line=", 16..16, None),
        ("every-kind:line=three", 16..21, None),
        ("every-kind:line=1,wild=oui", 23..26, None),
        (
            "every-kind:line=1,full=frist",
            23..28,
            Some("did you mean `first`?"),
        ),
        (
            "every-kind:line=1,full=引き分け",
            23..35,
            Some("one of draw, points, first, second"),
        ),
        (
            "every-kind:line=1,shape=",
            24..24,
            Some("rows joined by `/`"),
        ),
        ("every-kind:line=1,file=", 23..23, None),
        ("every-kind:rows=4", 17..17, Some("help")),
    ] {
        let error = error(text);
        assert_eq!((error.span, error.help.as_deref()), (span, help), "{text}");
    }
    assert_eq!(
        unknown_name("grpah", 0..5).help.as_deref(),
        Some("did you mean `graph`?")
    );
    assert!(
        unknown_name("zzzzzz", 0..6)
            .help
            .unwrap()
            .starts_with("there are ")
    );
}

#[test]
fn long_and_odd_words_are_shown_short_and_plain() {
    assert_eq!(quoted("a\x1b[31m\n"), "`a\\u{1b}[31m\\n`");
    assert_eq!(quoted("三目並べ"), "`三目並べ`");
    let megabyte = "x".repeat(1 << 20);
    assert!(quoted(&megabyte).len() < 100);
    for text in [
        megabyte.clone(),
        format!("graph:{megabyte}"),
        format!("graph:{megabyte}=1"),
    ] {
        let error = read(&text).unwrap_err();
        assert!(
            error.to_string().len() < 1_000 && error.span.end <= text.len(),
            "{error}"
        );
    }
    let commas = format!("graph:{}", ",".repeat(1 << 20));
    assert_eq!(read(&commas).unwrap_err().span, 6..6);
    assert_eq!(nearest(&megabyte, &["x"]), None);
    assert_eq!(nearest("", &["graph"]), None);
}

/// What may stand after the `=`, other than what a family makes of it.
fn value(kind: Kind) -> BoxedStrategy<String> {
    match kind {
        Kind::Int { min, max } => (min..=max).prop_map(|number| number.to_string()).boxed(),
        Kind::Flag => prop::sample::select(vec!["yes", "no", "true", "0"])
            .prop_map(str::to_owned)
            .boxed(),
        Kind::Choice(words) => prop::sample::select(words).prop_map(str::to_owned).boxed(),
        Kind::Text(_) | Kind::File => "[^,]{1,12}".boxed(),
    }
}

/// A spec text with some settings of a family, in any order.
fn spec_text() -> impl Strategy<Value = (Info, String)> {
    prop::sample::select(families()).prop_flat_map(|info| {
        let settings: Vec<_> = info
            .params
            .iter()
            .map(|param| {
                let setting = value(param.kind).prop_map(|value| format!("{}={value}", param.name));
                if param.required {
                    setting.prop_map(Some).boxed()
                } else {
                    prop::option::of(setting).boxed()
                }
            })
            .collect();
        settings
            .prop_map(|settings| settings.into_iter().flatten().collect::<Vec<_>>())
            .prop_shuffle()
            .prop_map(move |settings| match settings.len() {
                0 => (info, info.name.to_owned()),
                _ => (info, format!("{}:{}", info.name, settings.join(","))),
            })
    })
}

fn in_bounds(text: &str, error: &TextError) -> bool {
    text.get(error.span.clone()).is_some()
}

fn error_is_in_bounds<T>(text: &str, result: Result<T, SpecError>) -> bool {
    match result {
        Ok(_) => true,
        Err(SpecError {
            error, file: None, ..
        }) => in_bounds(text, &error),
        Err(SpecError {
            error,
            file: Some((_, text)),
            ..
        }) => in_bounds(&text, &error),
    }
}

proptest! {
    #[test]
    fn printed_specs_read_back_equal((info, text) in spec_text()) {
        let spec = RawSpec::split(&text).unwrap().check(&info).unwrap();
        let canonical = spec.to_string();
        let again = RawSpec::split(&canonical).unwrap().check(&info).unwrap();
        prop_assert_eq!(&again, &spec);
        prop_assert_eq!(again.to_string(), canonical);
    }

    #[test]
    fn errors_lie_within_the_text((_, text) in spec_text(), cut in any::<prop::sample::Index>(), put in "\\PC{0,3}") {
        let place = cut.index(text.len() + 1);
        prop_assume!(text.is_char_boundary(place));
        let text = format!("{}{put}{}", &text[..place], &text[place..]);
        prop_assert!(error_is_in_bounds(&text, made(&text, &NoFiles)));
    }

    #[test]
    fn garbage_is_refused_in_bounds(text in any::<String>()) {
        prop_assert!(error_is_in_bounds(&text, made(&text, &NoFiles)));
    }
}
