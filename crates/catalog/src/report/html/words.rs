//! Every word of the page, in both languages.

use crate::report::data::Shown;
use std::fmt;

/// A text in both languages, as HTML. The page shows one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Both {
    pub(super) en: &'static str,
    pub(super) ja: &'static str,
}

impl fmt::Display for Both {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&both(self.en, self.ja))
    }
}

impl Both {
    /// Makes the text elements of a drawing.
    pub(super) fn texts(&self, attributes: &str) -> String {
        let Both { en, ja } = self;
        format!(
            "<text {attributes} lang=\"en\">{en}</text><text {attributes} lang=\"ja\">{ja}</text>\n"
        )
    }

    /// Makes the title of a drawing.
    pub(super) fn titles(&self) -> String {
        format!("<title>{} / {}</title>\n", self.en, self.ja)
    }
}

/// Makes HTML of a text in both languages.
pub(super) fn both(en: &str, ja: &str) -> String {
    format!("<span lang=\"en\">{en}</span><span lang=\"ja\">{ja}</span>")
}

macro_rules! words {
    // A macro gives each word a name that the compiler checks; a list would not.
    ($($name:ident $en:literal $ja:literal)*) => {
        $(pub(super) const $name: Both = Both { en: $en, ja: $ja };)*
        #[cfg(test)]
        const ALL: &[Both] = &[$($name),*];
    };
}

words! {
    FIRST "First" "先手"
    DRAW "draw" "引き分け"
    SECOND "Second" "後手"
    VALUE "Perfect play" "最善を尽くすと"
    POSITIONS "Positions" "局面数"
    UP_TO_SYMMETRY "Positions up to symmetry" "対称を除いた局面数"
    LINES "Lines of play" "手順の数"
    TREE_NODES "Nodes of the game tree" "ゲーム木の節点数"
    ENDLESS "play may cycle" "手順は循環しうる"
    LENGTH "Plies, shortest - longest game" "手数 (最短 - 最長)"
    BRANCHING "Moves a position (most)" "一局面の着手数 (最大)"
    KEEPING_FIRST_MOVES "First moves that keep the value" "価値を保つ初手"
    SHARES "Positions won by First / drawn / by Second" "局面の価値 先手 / 引き分け / 後手"
    SHARES_TO_COME "Positions where more of the points to come are First's / nobody's / Second's" "この先の点が多い方 先手 / 同じ / 後手"
    ONLY_MOVES "Only-moves" "唯一手の割合"
    LONGEST_WIN "Longest win, plies" "最長の勝ち (手数)"
    RANDOM_PLAY "Random play: First / draw / Second" "無作為な対局 先手 / 引き分け / 後手"
    RANDOM_MARGIN "Random play: margin to expect" "無作為な対局 点差の見込み"
    NEAR_PERFECT_MARGIN "Near-perfect play: margin to expect" "ほぼ最善の対局 点差の見込み"
    NEAR_PERFECT_PLAY "Near-perfect play (one move of ten random)" "ほぼ最善の対局 (十手に一手は無作為)"
    ADVANTAGE "First's share: random / near-perfect" "先手の取り分 無作為 / ほぼ最善"
    EXPECTED_PLIES_RANDOM "Random play: plies" "無作為な対局の手数"
    SETTLED_AFTER "Random play: plies until settled" "無作為な対局 確定までの手数"
    MISTAKES "Moves that lose value, a random game" "価値を損なう手 (無作為な一局)"
    MISTAKES_MADE "Moves that lose value" "価値を損なう手"
    UNENDED "no end" "終わらない"
    MARGIN "margin" "点差"
    FIRST_MOVES "First moves" "初手"
    FIRST_MOVES_NOTE
        "What perfect play leads to after each first move, and what comes of it when all moves afterwards are random."
        "各初手の後、双方が最善を尽くした結果と、以後すべて無作為に打った場合の見込み。"
    DIFFERENT_FIRST "Different up to symmetry" "対称を除いた初手"
    MOVE "Move" "手"
    RANDOM_AFTERWARDS "Random afterwards: First / draw / Second" "以後無作為 先手 / 引き分け / 後手"
    MARGIN_AFTERWARDS "Random afterwards: margin" "以後無作為 点差"
    PERFECT_PLAY "Perfect play" "最善手順"
    PERFECT_PLAY_NOTE
        "The winner takes the shortest way, the loser the longest; of equal moves the first one in move order is shown. The longest win is the one among all positions that takes most plies against the longest resistance."
        "勝つ側は最短、負ける側は最長の手順を選ぶ。同等の手は着手順で最初のもの。最長の勝ちは、全局面のうち最善の抵抗に対して最も手数のかかる勝ち。"
    REACHED_BY "reached by" "そこまでの手順"
    GOES_ON "goes on" "その後"
    RETURNS "a position returns: play goes round" "同じ局面に戻る: 手順は循環する"
    VALUES "Won, drawn and lost positions by ply" "手数ごとの勝ち・引き分け・負けの局面"
    VALUES_NOTE
        "The share of positions first reached after so many plies from which First wins, nobody wins, Second wins under perfect play. Where moves gain points: who gets more of the points still to come."
        "その手数で初めて現れる局面のうち、双方最善で先手勝ち、引き分け、後手勝ちとなるものの割合。手で得点するゲームでは、残りの得点が多い側。"
    OVER_FIRST "over: First" "終局: 先手"
    OVER_DRAW "over: draw" "終局: 引き分け"
    OVER_SECOND "over: Second" "終局: 後手"
    SETTLED "How soon it is decided" "いつ決まるか"
    SETTLED_NOTE
        "A position is settled when all play from it, good or bad, leads to the same result: nobody can change it any more."
        "どう打っても結果が変わらなくなった局面を「確定」と呼ぶ。"
    SETTLED_KEY "settled" "確定"
    OVER_KEY "over" "終局"
    SHARPNESS "Sharpness" "鋭さ"
    SHARPNESS_NOTE
        "Among positions that are not over: exactly one of several moves keeps the value (an only-move), more than one but not all do, all do, or there is one legal move. The rate of only-moves is their share among positions with at least two moves."
        "終局していない局面のうち、複数の手のうち価値を保つ手がただ一つ (唯一手)、一部、すべて、または合法手が一つだけのもの。唯一手の割合は、合法手が二つ以上の局面に対する割合。"
    ONLY "only-move" "唯一手"
    SOME "some moves keep the value" "一部の手が価値を保つ"
    FREE "all moves keep it" "どの手でも保つ"
    FORCED "one legal move" "合法手が一つ"
    CHANCES "What play comes to, from perfect to random" "最善から無作為まで、対局の結果"
    CHANCES_NOTE
        "Both players make a random move, all legal ones equally likely, at the rate given; all their other moves are equally likely among those that keep the value. Near-perfect play is a rate of 10&#8239;%. Worked out over all positions, not simulated; a win counts 1 and a draw a half in First's share, endless play what the rules make it."
        "双方が、示した割合で無作為な手 (合法手から等確率) を打ち、それ以外は価値を保つ手から等確率で選ぶ。「ほぼ最善」は割合 10&#8239;%。模擬対局ではなく全局面について計算した。先手の取り分は勝ちを 1、引き分けを 1/2 とし、終わらない対局は規則に従う。"
    SLIPS "Random moves" "無作為な手の割合"
    RESULTS "First / draw / Second" "先手 / 引き分け / 後手"
    FIRSTS_SHARE "First's share" "先手の取り分"
    EXPECTED_PLIES "Plies" "手数"
    EXPECTED_SETTLED "Plies until settled" "確定までの手数"
    ERROR "No figure here is off by more than (of itself, if it is above 1; proven, rounding included)" "ここに示す数値の誤差の上限 (1 を超える数値では相対誤差。丸めを含めて証明済み)"
    SIZE "Positions by ply" "手数ごとの局面数"
    SIZE_NOTE "Positions first reached after so many plies." "その手数で初めて現れる局面の数。"
    MOST_AT_A_PLY "Most at one ply" "一手数での最大"
    PLY "Ply" "手数"
    NUMBERS "Numbers" "数値"
    MADE_BY "Yomikiri" "Yomikiri (読み切り)"
}

/// Returns the text for a player's name.
pub(super) fn player(name: &str) -> Both {
    match name {
        "second" => SECOND,
        _ => FIRST,
    }
}

/// Puts a value into words.
pub(super) fn value(value: &Shown) -> String {
    let (winner, rest) = value.text.split_once(' ').unwrap_or((&value.text, ""));
    let text = match (winner, rest) {
        ("draw", _) => return both("a draw", "引き分け"),
        ("first" | "second", "") => {
            let Both { en, ja } = player(winner);
            return both(&format!("{en} wins"), &format!("{ja}の勝ち"));
        }
        ("first" | "second", "endless") => {
            let Both { en, ja } = player(winner);
            return both(
                &format!("{en} wins by endless play"),
                &format!("{ja}の勝ち (終わらない)"),
            );
        }
        ("first" | "second", plies) => {
            let Both { en, ja } = player(winner);
            return both(
                &format!("{en} wins in {plies}"),
                &format!("{ja}の {plies} 手勝ち"),
            );
        }
        (margin, _) => margin,
    };
    match text.split_at_checked(1) {
        Some(("+", points)) => both(
            &format!("First by {points}"),
            &format!("先手の {points} 点勝ち"),
        ),
        Some(("-", points)) => both(
            &format!("Second by {points}"),
            &format!("後手の {points} 点勝ち"),
        ),
        _ => both("equal points", "同点"),
    }
}

/// Formats a number with commas between thousands.
pub(super) fn wide(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with two decimals.
pub(super) fn number(number: f64) -> String {
    format!("{number:.2}")
}

/// Formats a share like `12.3 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}&#8239;%", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_there_in_both_languages() {
        for Both { en, ja } in ALL {
            assert!(
                !en.is_empty() && !ja.is_ascii() || *en == "Yomikiri",
                "{en}"
            );
            assert!(en.is_ascii(), "{en}");
        }
    }

    #[test]
    fn numbers_have_their_thousands_set_apart() {
        assert_eq!(
            [0, 12, 999, 1000, 5478, 549_946, 1_000_000]
                .map(wide)
                .join(" "),
            "0 12 999 1,000 5,478 549,946 1,000,000"
        );
    }
}
