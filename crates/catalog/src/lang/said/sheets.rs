//! Texts about rule sheets.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    (
        "a two-player game from a rule sheet in GDL, the language of general game playing",
        "GDL（汎用ゲームプレイの言語）のルールシートによる二人ゲーム",
    ),
    (
        "the rule sheet; a path that ends in `.kif` may stand in place of the whole spec",
        "ルールシート。`.kif` で終わるパスだけを書いてもよい",
    ),
    (
        "`drop`: play without the sheet's step counter, and endless play is a draw",
        "`drop`：シートの手数カウンターなしで遊ぶ。終わらない対局は引き分け",
    ),
    (
        "the MiB that all positions and moves may take, and the sheet when it is read",
        "局面と手の全体、およびシートの読み込みが使ってよいメモリー（MiB）",
    ),
    (
        "a position: the propositions that hold, `cell(1,1,x)(1,2,o)+control(x)`; a move: as the sheet has it, `mark(1,2)`",
        "局面：成り立つ命題を並べたもの、`cell(1,1,x)(1,2,o)+control(x)`　手：シートのとおり、`mark(1,2)`",
    ),
    (
        "the path of a rule sheet is needed",
        "ルールシートのパスが必要",
    ),
    (
        "they stand in a rule sheet, which is a file of rules itself",
        "ルールはすでにルールシートというファイルに書かれている",
    ),
    (
        "`falling`: allow a search, if every move removes or adds something for good",
        "`falling`：必要な局面だけを探索する。手ごとに何かが消えるか現れるかして元に戻らないときに使える",
    ),
    (
        "no rank of this sheet falls with every move",
        "このシートには手ごとに下がる段階がない",
    ),
    (
        "it falls in games in which men are placed for good, not in games in which they move",
        "駒を置いていくだけのゲームでは下がるが、駒が動き回るゲームでは下がらない",
    ),
    ("the reading was stopped", "読み込みは中断された"),
    (
        "this sheet has no step counter",
        "このシートには手数カウンターがない",
    ),
    (
        "the step counter of this sheet cannot be dropped",
        "このシートの手数カウンターは外せない",
    ),
    (
        "something else than the end of play depends on `{}` to `{}`",
        "終局のほかにも `{0}` から `{1}` までに左右されるものがある",
    ),
    ("{} without steps", "{0}（手数カウンターなし）"),
    (
        "{} is no proposition of this game",
        "{0} はこのゲームの命題ではない",
    ),
    ("a proposition is expected here", "ここには命題が要る"),
    (
        "the position has no step counter",
        "手数カウンターの値がない",
    ),
    ("other moves follow than before", "前とは違う手が続く"),
    (
        "in {}; no rule ever makes {}, and no condition asks for {}: look whether a name is misspelt",
        "局面 {0}。{1} を成り立たせるルールがなく、{2} を使う条件がない。名前の書き間違いではないか",
    ),
    (
        "in {}; no rule ever makes {}: look whether a name is misspelt",
        "局面 {0}。{1} を成り立たせるルールがない。名前の書き間違いではないか",
    ),
    (
        "in {}; no condition asks for {}: look whether a name is misspelt",
        "局面 {0}。{1} を使う条件がない。名前の書き間違いではないか",
    ),
    (
        "with `rank=falling` behind the sheet's name, positions of it can be searched",
        "シートの名前の後ろに `rank=falling` を書けば、局面を探索できる",
    ),
    ("in {}", "局面 {0}"),
    // The contents of a sheet.
    (
        "First is the role `{}`, and Second is the role `{}`",
        "先手は `{0}`、後手は `{1}`",
    ),
    (
        "{} rules come to {} atoms and {} instances",
        "ルール {0} 個から、アトム {1} 個と具体例 {2} 個ができる",
    ),
    (
        "a state has {}, and the sheet has {}",
        "状態にあるのは {0}、シートにあるのは {1}",
    ),
    (
        "states leave out {}, on which neither moves nor goals nor the end of play depend",
        "{0}は、手にも得点にも終局にも関わらないので省く",
    ),
    (
        "no rule ever makes {}, and no condition asks for {}: look whether a name is misspelt",
        "{0} を成り立たせるルールがなく、{1} を使う条件がない。名前の書き間違いではないか",
    ),
    (
        "a goal has to be between 0 and 100, not {}",
        "得点（goal）は 0 から 100 までの数。{0} ではない",
    ),
    (
        "no rule ever makes {}: look whether a name is misspelt",
        "{0} を成り立たせるルールがない。名前の書き間違いではないか",
    ),
    (
        "no condition asks for {}: look whether a name is misspelt",
        "{0} を使う条件がない。名前の書き間違いではないか",
    ),
    (
        "the network has {} with {}",
        "ネットワークにあるのは {0}、{1}",
    ),
    (
        "the roles took turns in all games that were played at random",
        "でたらめに指した対局では、いつも交互に手番が来た",
    ),
    (
        "both roles always have the goal {}: a draw",
        "得点はいつも両者 {0} で、引き分け",
    ),
    (
        "whoever has the goal {} wins, and the other has {} then; equal goals are a draw",
        "得点 {0} の側が勝ちで、そのとき相手は {1}。同じ得点なら引き分け",
    ),
    (
        "the goals add up to {}, and the margin is what First has more than Second",
        "得点の和は {0}。点差は先手の得点から後手の得点を引いたもの",
    ),
    (
        "a step counter ends play after {}: `{}` to `{}`",
        "手数カウンター（`{1}` から `{2}`）が {0}で対局を終わらせる",
    ),
    (
        "a step counter goes on for {}: `{}` to `{}`",
        "手数カウンター（`{1}` から `{2}`）が {0}まで数える",
    ),
    (
        "play is without the step counter: a draw is a draw with it too, and so is a win in at most {} a win; a longer win is none with it",
        "手数カウンターなしで遊ぶ。引き分けはカウンターがあっても引き分け、{0}以内の勝ちはカウンターがあっても勝ち。それより長い勝ちは、カウンターがあると勝ちではない",
    ),
    (
        "`steps=drop` plays without the step counter",
        "`steps=drop` とすると手数カウンターなしで遊ぶ",
    ),
    // Games that are not solved.
    (
        "both roles have a choice of moves at once: only games of turns are solved",
        "両者が同時に手を選べる。解けるのは手番のあるゲームだけ",
    ),
    (
        "the role `{}` has no legal move, and play is not over",
        "対局が終わっていないのに、`{0}` に指せる手がない",
    ),
    (
        "play is over, and the role `{}` has no goal value: a number from 0 to 100",
        "対局が終わったのに、`{0}` の得点 (0 から 100 の数) がない",
    ),
    (
        "play is over, and the role `{}` has two goals, {} and {}",
        "対局が終わったのに、`{0}` の得点が {1} と {2} の二つある",
    ),
    (
        "the positions that the moves of one position lead to take too much memory",
        "一つの局面から指せる手の先の局面がメモリに収まらない",
    ),
    (
        "the step counter would not end play with a draw here: it cannot be dropped",
        "ここでは手数カウンターによる終局が引き分けにならない。カウンターは外せない",
    ),
    (
        "the goals {} and {} are no win and no draw: who wins has {} while the other has {}",
        "得点 {0} と {1} は勝ちでも引き分けでもない。勝ちは一方が {2} で他方が {3} のとき",
    ),
    (
        "the goals {} and {} do not add up to {}: only games of constant sum are solved",
        "得点 {0} と {1} の和が {2} にならない。解けるのは得点の和が一定のゲームだけ",
    ),
    (
        "this game has chance: its role `random` throws dice",
        "このゲームには運がある（役割 `random` がさいころを振る）",
    ),
    (
        "this game has one role; games of two roles are solved",
        "このゲームの役割は一つ。解けるのは役割が二つのゲーム",
    ),
    (
        "this game has {} roles; games of two roles are solved",
        "このゲームの役割は {0} 個。解けるのは役割が二つのゲーム",
    ),
    (
        "there are no roles; a game for two has two of them",
        "役割がない。二人ゲームには二つ要る",
    ),
    // Mistakes in sheets.
    (
        "this sheet is longer than {} MiB",
        "このシートは {0} MiB より長い",
    ),
    (
        "lists are nested deeper than {} here",
        "ここでリストの入れ子が {0} より深い",
    ),
    (
        "this parenthesis closes nothing",
        "この括弧に対応する開き括弧がない",
    ),
    ("this parenthesis is never closed", "この括弧が閉じていない"),
    (
        "count the parentheses of this rule",
        "このルールの括弧を数えること",
    ),
    (
        "`{}` has {} arguments here and {} elsewhere",
        "`{0}` の引数が、ここでは {1} 個、ほかでは {2} 個",
    ),
    ("this rule has no head", "このルールには頭部がない"),
    (
        "an arrow stands at the start of a list",
        "矢印はリストの先頭に書く",
    ),
    (
        "`{}` cannot be the head of a rule",
        "`{0}` はルールの頭部にできない",
    ),
    ("a relation begins with its name", "関係は名前から始まる"),
    (
        "a variable cannot stand for a relation",
        "変数は関係の代わりにならない",
    ),
    ("a term begins with its name", "項は名前から始まる"),
    (
        "`{}` is not used like this in a condition",
        "`{0}` は条件の中でこのようには使えない",
    ),
    (
        "this rule has too many conditions when its `or`s are taken apart",
        "このルールは `or` を展開すると条件が多すぎる",
    ),
    (
        "the terms that this rule makes the same are too large",
        "このルールが等しいとする項が大きすぎる",
    ),
    (
        "no condition of this rule says what `{}` may be",
        "このルールには `{0}` が何かを決める条件がない",
    ),
    (
        "every variable has to occur in a condition without `not` and `distinct`",
        "どの変数も、`not` でも `distinct` でもない条件に現れる必要がある",
    ),
    ("`next` cannot be a condition", "`next` は条件にできない"),
    (
        "`init` cannot depend on a state, as it does through `{}`",
        "`init` は状態に左右されてはならないが、`{0}` を通して左右される",
    ),
    (
        "`{}` cannot depend on the moves, as it does through `{}`",
        "`{0}` は手に左右されてはならないが、`{1}` を通して左右される",
    ),
    ("there is no rule for `{}`", "`{0}` のルールがない"),
    (
        "`{}` depends on itself through `not {}`",
        "`{0}` は `not {1}` を通して自分自身に左右される",
    ),
    ("a role has to be a name", "役割は名前でなければならない"),
    (
        "a role has to be a fact, without conditions",
        "役割は条件のない事実でなければならない",
    ),
    (
        "this sheet takes more than {} million steps to ground",
        "このシートの具体化には {0} 百万ステップより多くかかる",
    ),
    (
        "this sheet takes more than {} to ground",
        "このシートの具体化には {0} より多くかかる",
    ),
    (
        "this rule takes about {} million steps to ground: its conditions have too few variables in common",
        "このルールの具体化にはおよそ {0} 百万ステップかかる。条件に共通の変数が少なすぎる",
    ),
    (
        "this rule makes terms that are nested deeper than {}: they may grow without end",
        "このルールが作る項の入れ子は {0} より深い。限りなく大きくなるおそれがある",
    ),
    (
        "this sheet has more than 2^31 conditions without variables",
        "このシートを具体化すると条件が 2^31 個より多い",
    ),
];
