//! The table of messages.

use super::Lang;
use yomikiri::{Counted, Player, Plies, Value};

/// Declares [`Message`] from rows of a table: a name, its fields, and the text in each language.
///
/// A macro keeps a message, its fields and its texts in one place, and a message without one of its
/// texts does not compile.
macro_rules! messages {
    ($($name:ident { $($field:ident: $type:ty),* } $en:literal $ja:literal)*) => {
        /// A text for people.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[expect(missing_docs, reason = "the texts in the table say it")]
        pub enum Message<'a> {
            $($name { $($field: $type),* }),*
        }

        impl Message<'_> {
            /// Returns the message in a language.
            pub fn text(&self, lang: Lang) -> String {
                match (*self, lang) {
                    $(
                        (Message::$name { $($field),* }, Lang::En) => format!($en),
                        (Message::$name { $($field),* }, Lang::Ja) => format!($ja),
                    )*
                }
            }
        }

        /// Every message's name and texts, as in the table.
        #[cfg(test)]
        const TABLE: &[(&str, &str, &str)] = &[$((stringify!($name), $en, $ja)),*];
    };
}

messages! {
    // The tree of a certificate, and the strategies at its leaves.
    TreeOf { claim: &'a str } "tree: {claim}" "木: {claim}"
    TreeReplies {} "(every move)" "（すべての手）"
    TreeTakes { player: &'a str, cell: &'a str } "{player} takes {cell}" "{player}は {cell} に置く"
    TreeThreats { cells: &'a str } "threats against the other moves: {cells}" "ほかの手に対するリーチの連続: {cells}"
    TreeSigns {}
        "signs: `1`, `2`, ...: the first of these that is open; `=`: an open cell of these, the first in reading order; `@`: the only one of these that is open; `^`: on top of the other side's mark (or of any mark that belongs to nobody); the same letter twice: a pair, whose other cell is the answer; `?`: under a condition, which --why tells. --why also tells which mark is meant, if there are two"
        "記号：`1`、`2`…は最初の空いているマス、`=` は空いているもののうち読む順で最初のマス、`@` は空いているのが一つだけならそのマス、`^` は相手の石のすぐ上（石が共有なら、どの石でも）、同じ英字は組（一方に置かれたらもう一方で受ける）、`?` は条件つき（条件は --why で表示。石が二種類のときは、どちらの石かも --why で表示）"
    TreeFollows { number: u64 } "strategy {number}" "戦略 {number}"
    LeafList { player: &'a str }
        "from here on {player} follows the first of these rules that gives a cell:"
        "ここから{player}は、次の規則のうち最初に当てはまるものに従う:"
    LeafWins {} "- complete a line" "- ラインを完成できるなら完成する"
    LeafStops {} "- take the cell where the other side could complete a line"
        "- 相手がラインを完成できるマスがあれば、そこに置く"
    LeafTakes { cells: &'a str } "- take the first of these that is open: {cells}"
        "- 次のうち最初の空いているマスに置く: {cells}"
    LeafLowest { cells: &'a str } "- take an open cell of these, the first in reading order: {cells}"
        "- 次のマスのどれかが空いていれば、読む順で最初のものに置く: {cells}"
    LeafOnly { cells: &'a str } "- if exactly one of these is open, take it: {cells}"
        "- 次のうち空いているマスがちょうど一つなら、そこに置く: {cells}"
    LeafFollows { cells: &'a str } "- answer on top of the other side's mark, on these cells: {cells}"
        "- 次のマスでは、相手の石のすぐ上に置いて受ける: {cells}"
    LeafFollowsAnywhere {} "- answer on top of the other side's mark, in any column"
        "- どの列でも、相手の石のすぐ上に置いて受ける"
    LeafPairs { pairs: &'a str } "- when the other side has taken one cell of these pairs, take the other: {pairs}"
        "- 次の組の一方を相手が取っていたら、もう一方に置く: {pairs}"
    LeafFollowsMarks { cells: &'a str } "- answer on top of a mark, on these cells: {cells}"
        "- 次のマスでは、石のすぐ上に置く: {cells}"
    LeafFollowsMarksAnywhere {} "- answer on top of a mark, in any column" "- どの列でも、石のすぐ上に置く"
    LeafAnyX {} "- mark the first open cell in reading order with x" "- 読む順で最初の空いているマスに x を置く"
    LeafAnswers { pairs: &'a str } "- when one cell of these pairs is marked, mark the other: {pairs}"
        "- 次の組の一方に石があれば、もう一方に置く: {pairs}"
    LeafWhen { cell: &'a str, guards: &'a str } "- take {cell} if it is open and {guards}"
        "- {cell} が空いていて、{guards}なら、そこに置く"
    GuardEmpty { cell: &'a str } "{cell} is empty" "{cell} が空き"
    GuardOwn { cell: &'a str } "{cell} is one's own" "{cell} が自分の石"
    GuardOther { cell: &'a str } "{cell} is the other side's" "{cell} が相手の石"
    GuardMarked { cell: &'a str } "{cell} is marked" "{cell} に石あり"
    GuardUnmarked { cell: &'a str } "{cell} is not marked" "{cell} に石なし"
    GuardHas { mark: &'a str, cell: &'a str } "{cell} has an {mark}" "{cell} に {mark} あり"
    GuardHasNo { mark: &'a str, cell: &'a str } "{cell} has no {mark}" "{cell} に {mark} なし"
    LeafAny {} "- take the first open cell in reading order" "- 読む順で最初の空いているマスに置く"
    LeafBegins { player: &'a str, cell: &'a str } "{player} takes {cell} first" "{player}はまず {cell} に置く"
    LeafPairing { player: &'a str, pairs: &'a str }
        "from here on {player} answers in pairs: when the other side takes one cell of a pair, {player} takes the \
         other. No line can be made against that: {pairs}"
        "ここから{player}は組で受ける: 相手が組の一方を取れば、もう一方を取る。相手はどのラインも完成できない: {pairs}"

    // Values of positions of normal play.
    CanonicalForm { value: &'a str } "value: {value}" "値: {value}"
    TooLongToWrite {} "(too long to write)" "(長すぎて書けない)"
    LeftWins {} "outcome: First wins, whoever begins" "勝敗: どちらが始めても先手側の勝ち"
    RightWins {} "outcome: Second wins, whoever begins" "勝敗: どちらが始めても後手側の勝ち"
    NextWins {} "outcome: whoever begins wins" "勝敗: 始めた方の勝ち"
    PreviousWins {} "outcome: whoever begins loses" "勝敗: 始めた方の負け"
    GrundyValue { grundy: u32 } "Grundy value: {grundy}" "グランディ数: {grundy}"
    MeanAndTemperature { mean: &'a str, temperature: &'a str }
        "mean: {mean}, temperature: {temperature}" "平均値: {mean}、温度: {temperature}"
    Stops { left: &'a str, right: &'a str }
        "stops: {left} if First begins, {right} if Second begins"
        "停止値: 先手側が始めれば {left}、後手側が始めれば {right}"
    BornOnDay { day: u64 } "birthday: {day}" "誕生日: {day}"
    AtomicWeight { weight: &'a str } "atomic weight: {weight}" "原子量: {weight}"
    ReducedForm { value: &'a str } "reduced: {value}" "簡約形: {value}"
    SumsEqual {} "compared: equal to the other" "比較: もう一方と等しい"
    SumIsLess {} "compared: less than the other, so better for Second" "比較: もう一方より小さい (後手側に有利)"
    SumIsGreater {} "compared: greater than the other, so better for First" "比較: もう一方より大きい (先手側に有利)"
    SumsConfused {} "compared: confused with the other; neither is greater" "比較: どちらが大きいとも言えない"
    NoMove { player: &'a str } "{player} has no move" "{player} に手はない"
    BestMovesOf { player: &'a str, best: u64, moves: Counted<u64> }
        "{player}: best {best} of {moves}" "{player}: {moves:#} 手のうち最善は {best} 手"
    OnlyMoveOf { player: &'a str } "{player}: the only move" "{player}: 唯一の手"
    MoveGains { gain: &'a str } ", incentive {gain}" "、インセンティブ {gain}"
    HotstratOf { player: &'a str, temperature: &'a str }
        "{player} by hotstrat, at temperature {temperature}:" "{player}の hotstrat (温度 {temperature}):"
    HotstratWins {} "  hotstrat wins" "  hotstrat で勝てる"
    HotstratMayErr {} "  hotstrat may err: only some of these moves win" "  hotstrat では間違えうる。勝つのはこれらの一部だけ"
    HotstratErrs { mv: &'a str } "  hotstrat errs; this wins: {mv}" "  hotstrat は間違い。勝つのは {mv}"
    HotstratLoses {} "  no move wins" "  勝つ手はない"
    ItWins {} " (wins)" " (勝ち)"
    GrundyValues { most: u64, values: &'a str }
        "Grundy values of heaps of 0 to {most}: {values}" "0 から {most} 個の山のグランディ数: {values}"
    GrundyValueOfNothing { value: &'a str } "Grundy value of a heap of 0: {value}" "0 個の山のグランディ数: {value}"
    OctalPeriod { length: u64, start: u64, checked: u64 }
        "period {length} from heaps of {start} on; proven by the values up to {checked} (Guy and Smith)"
        "{start} 個の山から周期 {length}。{checked} 個までの値による証明つき (Guy と Smith の定理)"
    NoOctalPeriod { most: u64 }
        "no period is proven by the values up to {most}" "{most} 個までの値からは周期を証明できない"
    NoOctalPeriodYet { most: u64, why: &'a str }
        "no period is proven by the values up to {most}; {why}" "{most} 個までの値からは周期を証明できない。{why}"

    // Results of play with a problem's own names.
    EqualPoints {} "equal points" "同点"
    WinsByPoints { player: &'a str, points: u64 }
        "{player} wins by {points}" "{player} が {points} 点差で勝ち"
    WinsInPlies { player: &'a str, moves: Counted<u64> }
        "{player} wins in {moves}" "{player} が {moves:#} 手で勝ち"
    Wins { player: &'a str } "{player} wins" "{player} の勝ち"
    NobodyWins {} "nobody wins" "勝者なし"
    Does { player: &'a str, does: &'a str } "{player} {does}" "{player} は{does}"
    CannotMove { player: &'a str, worth: &'a str }
        "{player} cannot move: {worth}" "{player} に手はない: {worth}"
    Instead { did: &'a str, worth: &'a str }
        "if instead {did}: {worth}" "代わりに {did}なら: {worth}"
    TooManyToShow {}
        "there are too many positions to show play" "局面が多すぎて手順は示せない"
    AndMoreAnswers { count: usize } "and {count} more" "ほかに {count} 件"

    // Reports on an input.
    Place { line: u64, column: u64, what: &'a str }
        "line {line}, column {column}: {what}" "{line} 行 {column} 桁: {what}"
    Error { what: &'a str } "error: {what}" "エラー: {what}"
    ErrorLines { what: &'a str, lines: u64 }
        "error: {what} ({lines} such lines)" "エラー: {what} (同様の行が {lines} 行)"
    Board { number: u64 } "board {number}:" "盤面 {number}:"
    ProblemInput { form: &'a str } "input: {form}" "入力: {form}"
    ProblemConstraints { list: &'a str } "constraints: {list}" "制約: {list}"
    ProblemOutput { form: &'a str } "output: {form}" "出力: {form}"
    ProblemTime { seconds: u32 } "time limit: {seconds} s" "制限時間: {seconds} 秒"
    ProblemSolvers { list: &'a str } "solvers: {list}" "解法: {list}"
    MakesLine { player: &'a str }
        "{player} makes three in a row, whatever the other does"
        "{player} は相手がどう指しても三つ並べられる"
    BestPoints { first: Counted<i64>, sum: i64, second: i64, margin: i64 }
        "Takahashi can get {first}, which leaves Aoki {sum} - ({first:#}) = {second}: margin {margin:+}"
        "Takahashi は最善で {first:#} 点、Aoki は残りの {sum} - ({first:#}) = {second} 点: 点差 {margin:+}"
    WalkMargin { value: &'a str }
        "Takahashi's points minus Aoki's, both playing perfectly: {value}"
        "双方最善のときの Takahashi の得点 - Aoki の得点: {value}"
    HasLine { board: &'a str, player: char }
        "{board}: three in a row for {player}" "{board}: {player} が三つ並んでいる"
    NoLine { board: &'a str } "{board}: no three in a row" "{board}: 三つ並んだ列はない"
    OverAlready { board: &'a str } "{board}, the game is over" "{board}、終局している"
    BoardDrawn { board: &'a str, player: char, best: &'a str }
        "{board}: {player} to move, a draw; best {best}"
        "{board}: {player} の手番、引き分け。最善手 {best}"
    BoardWon { board: &'a str, player: char, winner: char, best: &'a str }
        "{board}: {player} to move, {winner} wins; best {best}"
        "{board}: {player} の手番、{winner} の勝ち。最善手 {best}"
    NeverEnds {} "and so on: play goes on for ever" "これが無限に続く"
    Opening { word: &'a str } "Takahashi opens with {word}" "Takahashi の初手 {word}"
    BeginsFrom { place: &'a str, player: &'a str }
        "{player} moves first, from place {place}" "{player} が先手で位置 {place} から"

    MoreMoves { count: usize } "and {count} more" "ほか {count} 手"

    // A game played on a terminal.
    Turn { player: &'a str } "{player} to move" "{player}の番"
    OverWon { player: &'a str } "over: {player} wins" "終局: {player}の勝ち"
    OverLine { player: &'a str } "over: {player} wins with a line" "終局: {player}が並べて勝ち"
    OverLineLost { player: &'a str, other: &'a str }
        "over: {player} wins, since {other} has made a line" "終局: {other}が並べたので{player}の勝ち"
    OverDraw {} "over: a draw" "終局: 引き分け"
    OverCircle { ply: usize }
        "over: a draw, since play goes round in circles (as after ply {ply})"
        "終局: {ply} 手目の後と同じ局面に戻り、手順が巡るので引き分け"
    OverCircleWon { player: &'a str, ply: usize }
        "over: {player} wins, since play goes round in circles (as after ply {ply})"
        "終局: {ply} 手目の後と同じ局面に戻り、手順が巡るので{player}の勝ち"
    OverEven {} "over: a draw, even on points" "終局: 同点で引き分け"
    OverPoints { player: &'a str, points: u64 }
        "over: {player} wins by {points} on points" "終局: {player}が {points} 点差で勝ち"
    OverEvenBy { tally: &'a str }
        "over: a draw, even on points: {tally}" "終局: 同点で引き分け: {tally}"
    OverBy { player: &'a str, points: u64, tally: &'a str }
        "over: {player} wins by {points}: {tally}" "終局: {player}が {points} 点差で勝ち: {tally}"
    Tally { first: i64, second: i64 } "{first} to {second}" "{first} 対 {second}"
    TallyAndEnd { first: i64, second: i64, points: u64, player: &'a str }
        "{first} to {second}, and {points} for {player} at the end"
        "{first} 対 {second}、終局時に{player}に {points} 点"
    TallySetUp { tally: &'a str }
        "{tally}, counted from the position set up" "{tally} (並べた局面から数える)"
    Score { first: i64, second: i64 }
        "points: first {first}, second {second}" "得点: 先手 {first}、後手 {second}"
    ScoreSetUp { first: i64, second: i64 }
        "points since the position set up: first {first}, second {second}"
        "並べた局面からの得点: 先手 {first}、後手 {second}"
    PointsToCome {}
        "values are of the points still to come: a position does not tell what was gained before it"
        "値はこれから得る点のもの: 局面はそれまでに得た点を語らない"
    Thinking { status: &'a str } "{status} (thinking)" "{status} (考えている)"
    Stopped {} "stopped" "中止した"
    NoReply {}
        "the opponent has no answer within the limits"
        "相手は制限の内に答えを出せなかった"
    Plays { player: &'a str, mv: &'a str } "{player} plays {mv}" "{player}は {mv} と指す"
    Played { player: &'a str, mv: &'a str } "{player} played {mv}" "{player}は {mv} と指した"
    PlayedBadly { player: &'a str, mv: &'a str, slip: &'a str }
        "{player} played {mv}: {slip}" "{player}は {mv} と指した: {slip}"
    Players { game: &'a str, first: &'a str, second: &'a str }
        "{game}   first: {first}, second: {second}" "{game}   先手: {first}、後手: {second}"
    Person {} "a person" "人"
    Perfect {} "perfect" "最善手を指す"
    Sound {} "sound" "結果だけは落とさない"
    Errs { percent: u8 } "errs:{percent}" "ときどき間違える ({percent}%)"
    Win {} "wins" "勝ち"
    Loss {} "loses" "負け"
    Even {} "draw" "引き分け"
    WinBy { points: u64 } "wins by {points}" "{points} 点勝ち"
    LossBy { points: u64 } "loses by {points}" "{points} 点負け"
    WinIn { plies: u64 } "wins in {plies}" "{plies} 手で勝ち"
    LossIn { plies: u64 } "loses in {plies}" "{plies} 手で負け"
    NoScript {}
        "All values were proven by Yomikiri. Where scripts may run, this page draws its boards."
        "値はすべて Yomikiri が証明したものです。スクリプトが動く所では、このページは盤面を描きます。"
    PlayerValue { player: &'a str, value: &'a str } "{player} {value}" "{player}の{value}"
    HintValue { player: &'a str, value: &'a str }
        "hint 1: with best play {player} {value}" "ヒント 1: 最善を尽くせば{player}の{value}"
    HintCount { moves: Counted<u64> }
        "hint 2: the result is kept by {moves}" "ヒント 2: 結果を保つ手は {moves:#} 通り"
    HintMove { mv: &'a str } "hint 3: play {mv}" "ヒント 3: {mv} と指す"
    Keys {}
        "arrows Tab: choose  Enter: play  a: values  h: hint  u/r: back/again  n: new  1/2: who plays  s: stop  q: quit"
        "矢印 Tab: 選ぶ  Enter: 指す  a: 値  h: ヒント  u/r: 戻す/進める  n: 新しい対局  1/2: 指す人  s: 中止  q: 終わる"
    Commands {}
        "a move, or :moves :hint :undo :redo :new :first LEVEL|human :second LEVEL|human :quit"
        "手、または :moves :hint :undo :redo :new :first LEVEL|human :second LEVEL|human :quit"

    // Explanations of the truth.
    EveryMoveLoses { player: &'a str, worth: &'a str }
        "{worth}: every move of {player} loses"
        "{worth}: {player} のどの手も負け"
    ItPrints { printed: &'a str, right: &'a str }
        "the program prints {printed}; right is {right}" "プログラムの出力は {printed}、正しくは {right}"
    ItPrintsAt { number: usize, printed: &'a str, right: &'a str }
        "answer {number}: the program prints {printed}; right is {right}"
        "{number} 番目の答え: プログラムの出力は {printed}、正しくは {right}"
    PrintsNothing {} "nothing" "なし"
    AndMore { moves: Counted<u64> }
        "  lost too: {moves}" "  ほかに {moves:#} 通りの初手も負け"

    // The verdicts of stress.
    Agreement {} "no difference" "差異なし"
    Different {} "different answer" "答えが違う"
    Extra {} "the answer and then more output" "正しい答えの後に余分な出力がある"
    Incomplete {} "the output ends before the answer is complete" "答えが途中で終わっている"
    MissingNewline {} "no newline at the end of the output" "出力の末尾に改行がない"
    Spacing {} "right answer, but spaces or line ends differ" "答えは正しいが空白か改行が違う"
    Garbage {} "the output is no answer at all" "出力が答えの形をしていない"
    Crash { signal: &'a str } "crash: killed by {signal}" "異常終了: {signal}"
    SmallStack { mebibytes: u64 }
        "crash: killed by signal 11 (SIGSEGV; deep recursion may end so: this system allows a stack of only {mebibytes} MiB)"
        "異常終了: signal 11 (SIGSEGV。深い再帰が原因かもしれない: この環境のスタックは {mebibytes} MiB まで)"
    ExitCode { code: i32 } "non-zero exit code {code}" "終了コードが 0 でない: {code}"
    TooSlow { seconds: f64 }
        "TLE: not done after {seconds} s" "TLE: {seconds} 秒で終わらない"
    TimesTheLimit { times: f64 } "{times:.1} times the limit" "制限の {times:.1} 倍"
    MoreTimesTheLimit { times: f64 }
        "more than {times:.1} times the limit" "制限の {times:.1} 倍を超える"
    TooMuchMemory { mebibytes: u64 }
        "MLE: more than {mebibytes} MiB of memory" "MLE: メモリが {mebibytes} MiB を超えた"
    TooLong {} "too much output" "出力が多すぎる"

    // The report of stress.
    RandomSeed { seed: u64 } "`--seed {seed}` gives this input again" "`--seed {seed}` で同じ入力になる"
    NoDifference { cases: Counted<u64> } "no difference in {cases}" "{cases:#} 件で差異なし"
    NoFailure { cases: Counted<u64> } "no crash, and no limit passed, in {cases}" "{cases:#} 件で異常終了も制限超過もなし"
    Searched { what: &'a str, seconds: f64, rate: f64 }
        "{what} ({seconds:.1} s, {rate:.0} cases/s)" "{what} ({seconds:.1} 秒, {rate:.0} 件/秒)"
    Interrupted { what: &'a str, seconds: f64 }
        "interrupted: {what} so far ({seconds:.1} s)" "中断: ここまで {what} ({seconds:.1} 秒)"
    Found { what: &'a str, case: u64, corner: &'a str }
        "{what} in case {case} ({corner})" "{what} - ケース {case} ({corner})"
    After { cases: u64, seconds: f64, rate: f64 }
        "cases run: {cases} ({seconds:.1} s, {rate:.0} cases/s)"
        "{cases} 件目で発見 ({seconds:.1} 秒, {rate:.0} 件/秒)"
    Shrunk { steps: Counted<u64>, tries: Counted<u64> }
        "shrunk in {steps} ({tries}): no single step makes it simpler and still fails in this way"
        "{steps:#} 段階で縮小 ({tries:#} 回試行): もう一段階だけ単純にした入力では、どれも同じ失敗は起きない"
    ShrunkSoFar { steps: Counted<u64>, tries: Counted<u64> }
        "shrunk in {steps} ({tries}), until time was over"
        "{steps:#} 段階で縮小 ({tries:#} 回試行)、時間切れで打ち切り"
    ShrunkUntilInterrupted { steps: Counted<u64>, tries: Counted<u64> }
        "shrunk in {steps} ({tries}), until it was interrupted"
        "{steps:#} 段階で縮小 ({tries:#} 回試行)、中断により打ち切り"
    ShrunkByGenerator { steps: Counted<u64>, tries: Counted<u64> }
        "shrunk in {steps} ({tries}): of what the generator made, nothing shorter fails in this way"
        "{steps:#} 段階で縮小 ({tries:#} 回試行): 生成器の入力のうち、これより短くて同じ失敗をするものはない"
    NotShrunk {} "not shrunk, as asked" "指定により縮小しない"
    Unjudged { cases: Counted<u64> }
        "the right answer to {cases} is not known: only time, memory and crashes were tested there"
        "{cases:#} 件は正解が分からず、時間、メモリ、異常終了だけを調べた"
    CheckerSays {} "the checker says:" "チェッカーの判定:"
    InteractorSays {} "the interactor says:" "インタラクタの判定:"
    NotReproduced {}
        "on a second run of the same input it did not go wrong in the same way: the program does not always do the same"
        "同じ入力をもう一度与えると同じ失敗にならない: プログラムの動作が毎回同じではない"
    Input {} "input:" "入力:"
    Expected {} "expected:" "正しい出力:"
    Printed {} "printed:" "プログラムの出力:"
    InteractorWrote {} "written by the interactor:" "インタラクタが書き出したもの:"
    OnStderr {} "on standard error:" "標準エラー出力:"
    Nothing {} "(nothing)" "(なし)"
    LeftOut { bytes: Counted<u64> } "... {bytes} left out ..." "... {bytes:#} バイト省略 ..."
    Why {} "why:" "理由:"
    MoreLines { lines: Counted<u64> } "... and {lines} more" "... 以下 {lines:#} 行"
    MoreBytes { bytes: Counted<u64> } "... and {bytes} more" "... 以下 {bytes:#} バイト"
    Slowest { seconds: f64, case: u64, corner: &'a str }
        "slowest: {seconds:.3} s, case {case} ({corner})"
        "最も遅いケース: {seconds:.3} 秒, ケース {case} ({corner})"
    Shares { shares: &'a str } "cases: {shares}" "ケースの内訳: {shares}"
    WroteInput { input: &'a str } "wrote {input}" "{input} に書き出した"
    Wrote { input: &'a str, output: &'a str } "wrote {input} and {output}" "{input} と {output} に書き出した"
    Repeat { command: &'a str } "again: {command}" "再現: {command}"
    StressProgress { cases: u64, of: &'a str, rate: f64, slowest: f64, shares: &'a str }
        "cases: {cases}{of}, {rate:.0}/s, slowest {slowest:.3} s{shares}"
        "{cases}{of} 件, {rate:.0} 件/秒, 最長 {slowest:.3} 秒{shares}"
    Shrinking { steps: Counted<u64>, tries: Counted<u64> }
        "shrinking: {steps}, {tries}" "縮小中: {steps:#} 段階, {tries:#} 回試行"

    // Reasons for the value of a position.
    FirstPlayer {} "First" "先手"
    SecondPlayer {} "Second" "後手"
    WhyOver { outcome: &'a str } "the game is over: {outcome}" "終局している: {outcome}"
    WhyWins { player: &'a str } "{player} wins:" "{player} の勝ち:"
    WhyWinsIn { player: &'a str, plies: Counted<u64> }
        "{player} wins in {plies}:" "{player} が {plies:#} 手で勝つ:"
    WhyHolds { player: &'a str } "{player} does not lose:" "{player} は負けない:"
    WhyIf { other: &'a str, reply: &'a str } "if {other} {reply}: " "{other} {reply} なら "
    WhyThen {} ", " "。"
    WhyAnd { rest: &'a str, last: &'a str } "{rest} and {last}" "{rest} と {last}"
    WhyEnds {} "and that ends the game" "これで終局"
    WhyAllThreats { threats: &'a str, other: &'a str, player: &'a str }
        "threatening {threats}: whatever {other} does, {player} wins at once"
        "{threats} を狙う。{other} が何をしても {player} は次で勝つ"
    WhyWhatever { other: &'a str, player: &'a str }
        "whatever {other} does, {player} ends the game at once"
        "{other} が何をしても {player} は次で終わらせる"
    WhyOtherEnds { other: &'a str }
        "every move of {other} ends the game" "{other} のどの手でも終局する"
    WhyEitherEnds { other: &'a str, player: &'a str }
        "every move of {other} ends the game, or {player} ends it at once"
        "{other} の手で終局するか、{player} が次で終わらせる"
    WhyThreatsOrEnds { threats: &'a str, other: &'a str, player: &'a str }
        "threatening {threats}: every move of {other} ends the game, or {player} wins at once"
        "{threats} を狙う。{other} の手で終局するか、{player} が次で勝つ"
    WhyForces { threats: &'a str, other: &'a str, reply: &'a str }
        "threatening {threats}: {other} must answer {reply}"
        "{threats} を狙う。{other} は {reply} と受けるしかない"
    WhyMust { other: &'a str, reply: &'a str }
        "{other} must answer {reply}" "{other} は {reply} と受けるしかない"
    WhyOnly { other: &'a str, reply: &'a str }
        "{other} has only {reply}" "{other} には {reply} しかない"
    WhyThreatens { threats: &'a str } "threatening {threats}" "{threats} を狙う"
    WhyPairs { player: &'a str, pairs: &'a str }
        "from then on {player} answers either cell of a pair by the other one: {pairs}"
        "以後 {player} は組の一方に打たれたら他方に打つ: {pairs}"
    WhyFollows { player: &'a str }
        "from then on {player} answers every move in the same column"
        "以後 {player} は常に同じ列に打つ"
    WhyLong { player: &'a str, positions: Counted<u64> }
        "no short reason: that {player} can be sure of it takes a proof of {positions}"
        "短い理由はない: {player} がそれを確保できることの証明には {positions:#} 局面が要る"
    WhyTooLong { player: &'a str }
        "no short reason: that {player} can be sure of it takes a proof too large to be counted here"
        "短い理由はない: {player} がそれを確保できることの証明はここで数えるには大きすぎる"
    WhyNimSum { numbers: &'a str, sum: u64 }
        "the nim sum is {numbers} = {sum}"
        "ニム和は {numbers} = {sum}"
    WhyMisere {}
        "taking the last stone loses, and yet the nim sum decides as long as some heap has two stones or more"
        "最後の石を取ると負けだが、2 個以上の山がある間はニム和が決める"
    WhyRests { sizes: &'a str, base: u64 }
        "of heaps of {sizes}, only what is left when multiples of {base} are taken away counts"
        "山 {sizes} は {base} の倍数を除いた余りだけが効く"
    WhyGrundy { sizes: &'a str }
        "heaps of {sizes} count as nim heaps of their Grundy numbers"
        "山 {sizes} はそのグランディ数のニムの山と同じ"
    WhyRest { size: u64, base: u64, rest: u64 }
        "{size} is {rest} more than a multiple of {base}; whoever has to move from a multiple loses"
        "{size} は {base} の倍数より {rest} 多い。倍数から動かす側が負ける"
    WhyRestMisere { size: u64, base: u64, rest: u64 }
        "{size} is {rest} more than a multiple of {base} and one more; whoever has to move from such a number loses, since the last stone loses"
        "{size} は {base} の倍数に 1 を足した数より {rest} 多い。最後の石を取ると負けなので、そのような数から動かす側が負ける"
    WhyMakesMultiple { player: &'a str, mv: &'a str }
        "{player} {mv} leaves such a number, and so after every answer"
        "{player} {mv} でそのような数を残し、以後も毎回そうする"
    WhyKeepsMultiple { player: &'a str, other: &'a str }
        "whatever {other} takes, {player} leaves such a number again"
        "{other} がいくつ取っても {player} は再びそのような数を残す"
    WhyMakesZero { player: &'a str, mv: &'a str }
        "{player} {mv} leaves a nim sum of 0, and so after every answer"
        "{player} {mv} でニム和を 0 にし、以後も毎回 0 にする"
    WhyKeepsZero { player: &'a str, other: &'a str }
        "whatever {other} does, the nim sum is not 0 then, and {player} makes it 0 again"
        "{other} が何をしてもニム和は 0 でなくなり、{player} が再び 0 にする"
    WhyStealsWin { player: &'a str, other: &'a str }
        "{player} wins, since a strategy can be stolen: a mark more never harms, so if {other} could win, {player} would mark any cell and play as {other} does; and there is no draw"
        "戦略の横取りにより {player} の勝ち。印が一つ多くて損はないので、{other} が勝てるなら、{player} はどこかに置いたあと {other} のように打てばよい。引き分けもない"
    WhyStealsDraw { player: &'a str, other: &'a str }
        "{player} does not lose, since a strategy can be stolen: a mark more never harms, so if {other} could win, {player} would mark any cell and play as {other} does"
        "戦略の横取りにより {player} は負けない。印が一つ多くて損はないので、{other} が勝てるなら、{player} はどこかに置いたあと {other} のように打てばよい"
    WhyStealsSpare { player: &'a str, other: &'a str, mv: &'a str }
        "{player} wins, since a strategy can be stolen: whatever {other} answers to {mv}, {player} could have played at once, so either {mv} wins or that answer does"
        "戦略の横取りにより {player} の勝ち。{mv} に {other} がどう答えても、その手は {player} が初めから打てた。だから {mv} かその手が勝つ"
    WhyPoints { margin: &'a str, line: &'a str }
        "best play comes to {margin}: {line}" "双方最善で {margin}: {line}"
    WhyGainedBefore { first: i64, second: i64 }
        "before it First gained {first}, Second {second}" "それまでに先手は {first} 点、後手は {second} 点を得た"
    WhyGained { first: i64, second: i64 }
        "along it First gains {first}, Second {second}" "その間に先手は {first} 点、後手は {second} 点を得る"
    WhyGainedAndEnd { first: i64, second: i64, points: u64, player: &'a str }
        "along it First gains {first}, Second {second}, and {points} count for {player} at the end"
        "その間に先手は {first} 点、後手は {second} 点を得て、終局時に {player} に {points} 点"
    WhyBetter { player: &'a str, mv: &'a str, value: &'a str, other: &'a str, worth: &'a str }
        "{player}: {mv} comes to {value}; the best of the others, {other}, to {worth}"
        "{player}: {mv} なら {value}、ほかの最善 {other} なら {worth}"
    WhyOnlyMove { player: &'a str, mv: &'a str, value: &'a str }
        "{player}: {mv} is the only move ({value})" "{player}: {mv} が唯一の手 ({value})"
    WhyEqual { player: &'a str, value: &'a str }
        "{player}: every move comes to {value}" "{player}: どの手でも {value}"

    // Errors that stop stress.
    CannotStart { program: &'a str, error: &'a str }
        "cannot run `{program}`: {error}" "`{program}` を実行できない: {error}"
    HereIs { program: &'a str }
        "the file in this directory is `{program}`" "このディレクトリのファイルなら `{program}`"
    NotExecutable { program: &'a str }
        "`chmod +x {program}` makes it executable; a script can also be given to its language: `python3 {program}`"
        "`chmod +x {program}` で実行できるようになる。スクリプトなら `python3 {program}` のように渡してもよい"
    NoTruth { error: &'a str }
        "the truth of a generated input was not found: {error}"
        "生成した入力の正解が求まらなかった: {error}"
    OracleFails { what: &'a str, input: &'a str }
        "the oracle cannot answer a generated input: {what}\n{input}"
        "正解のプログラムが生成した入力に答えられない: {what}\n{input}"
    CheckerFails { what: &'a str, input: &'a str }
        "the checker fails on a generated input: {what}\n{input}"
        "チェッカーが生成した入力で失敗した: {what}\n{input}"
    HelperFails { who: &'a str, command: &'a str, what: &'a str }
        "the {who} `{command}` fails: {what}" "{who} `{command}` が失敗した: {what}"
    CannotWrite { path: &'a str, error: &'a str }
        "cannot write `{path}`: {error}" "`{path}` に書き込めない: {error}"
}

/// Describes a value with a problem's own names.
pub fn value_text(value: Value, names: [&str; 2], lang: Lang) -> String {
    let name = |player: Player| names[player as usize];
    let message = match (value, value.margin(), value.winner()) {
        (_, Some(0), _) => Message::EqualPoints {},
        (_, Some(margin), Some(winner)) => Message::WinsByPoints {
            player: name(winner),
            points: margin.unsigned_abs(),
        },
        (Value::Distance(Some((winner, Plies::Count(plies)))), ..) if plies > 0 => {
            Message::WinsInPlies {
                player: name(winner),
                moves: Counted(u64::from(plies), "move"),
            }
        }
        (_, _, Some(winner)) => Message::Wins {
            player: name(winner),
        },
        _ => Message::NobodyWins {},
    };
    message.text(lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_complete() {
        for (name, en, ja) in TABLE {
            assert!(!en.is_empty() && en.is_ascii(), "{name}: {en}");
            // A text of ASCII only has not been translated.
            assert!(!ja.is_empty() && !ja.is_ascii(), "{name}: {ja}");
            assert_ne!(en, ja, "{name}");
        }
    }

    #[test]
    fn what_a_message_speaks_of_is_in_both_texts() {
        let message = Message::Crash {
            signal: "signal 11 (SIGSEGV)",
        };
        for lang in Lang::ALL {
            assert!(message.text(lang).contains("11"));
        }
    }
}
