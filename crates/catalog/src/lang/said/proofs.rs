//! The claims of certificates.

pub(super) const TEXTS: &[(&str, &str)] = &[
    (
        "{} can be sure to win outright",
        "{0}は、点数によらず必ず勝てる",
    ),
    (
        "{} can be sure to win within {}",
        "{0}は、{1}以内に必ず勝てる",
    ),
    ("{} can be sure to win", "{0}は必ず勝てる"),
    ("nothing for {}", "{0}についての主張はない"),
    ("{} can be sure not to lose", "{0}は負けずに済む"),
    (
        "{} can be sure of this or better: as many points as the other",
        "{0}は、同点以上を必ず取れる",
    ),
    (
        "{} can be sure of this or better: to be {} ahead",
        "{0}は、{1}差以上の勝ちを必ず取れる",
    ),
    (
        "{} can be sure of this or better: to be {} behind",
        "{0}は、負けても {1}差以内に必ず抑えられる",
    ),
    (
        "{} can be sure that {} does not win in fewer than {}",
        "{0}は、{2}未満では{1}を勝たせずに済む",
    ),
    (
        "{} can be sure that {} does not win in any number of plies",
        "{0}は、何手続いても{1}を勝たせずに済む",
    ),
];
