//! Texts of solvers, the server and play on a terminal.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    (
        "a mapping to a game needs `--input`, which names the parts of the input",
        "ゲームへの対応づけには、名前を決める `--input` が必要",
    ),
    (
        "a mapping has no line `{}`",
        "対応づけに `{0}` という行はない",
    ),
    (
        "`{}` is a text between quotes",
        "`{0}` は引用符で囲んだ文字列",
    ),
    (
        "a mapping has a line `game`, which names one",
        "対応づけには、ゲームを名指す `game` の行が要る",
    ),
    (
        "there is no number `{}` in the shape",
        "入力の形に `{0}` という数はない",
    ),
    ("an answer knows no `{}`", "答えに `{0}` は使えない"),
    ("there is no question `{}`", "`{0}` という問いはない"),
    ("the limit of nodes was reached", "局面数の上限に達した"),
    ("the limit of memory was reached", "メモリーの上限に達した"),
    ("the time limit was reached", "時間の上限に達した"),
    ("interrupted", "中断した"),
    (
        "the points along a line of play exceed 2^62",
        "一つの手順での得点の合計が 2^62 を超える",
    ),
    (
        "{}; proven so far: {}..{}",
        "{0}。ここまでに証明できた範囲: {1}..{2}",
    ),
    (
        "play may cycle in this game, and a depth-first solver would be unsound: use retrograde",
        "このゲームは局面が循環しうるので、深さ優先の解法は正しくない。retrograde を使う",
    ),
    (
        "play may take {} plies from here, more than the {} that this solver goes down: use {}",
        "ここから {0} 手かかりうるが、この解法は {1} 手までしか潜れない。{2} を使う",
    ),
    (
        "`distance` is not defined for a game whose moves gain points: ask for `margin`",
        "手で点を得るゲームに `distance` は定まらない。`margin` を問う",
    ),
    (
        "a game with both gains and cycles can be solved only where all gains run one way and endless play is the worst for the player who pays",
        "得点も循環もあるゲームが解けるのは、得点の向きがすべて同じで、終わらない対局が払う側にとって最悪のときだけ",
    ),
    (
        "this game has no direct method for `{}`",
        "このゲームには `{0}` を直接求める方法がない",
    ),
    (
        "`{}` of this game is no function of weights that enter at its end",
        "このゲームの `{0}` は、最後に加わる点数の関数ではない",
    ),
    (
        "proof_number answers only `winner`, not `{}`",
        "proof_number が答えるのは `winner` だけで、`{0}` には答えない",
    ),
    (
        "sums is for games in which a player who cannot move loses, and nothing else ends play",
        "sums は、動けなくなった側が負け、ほかの終わり方がないゲームのためのもの",
    ),
    (
        "sums answers only `winner`, not `{}`",
        "sums が答えるのは `winner` だけで、`{0}` には答えない",
    ),
    (
        "positions of this game have no keys that fit the transposition table of proof_number: use alpha_beta",
        "このゲームの局面には proof_number の置換表に収まる鍵がない：alpha_beta を使うこと",
    ),
    (
        "the game has more than 4,294,967,294 positions",
        "このゲームの局面は 4,294,967,294 個より多い",
    ),
    (
        "play reaches at least {} positions, and all have to be enumerated in memory: that takes {} or more, of {} allowed (a table works on disk)",
        "到達できる局面は少なくとも {0} 個あり、そのすべてをメモリーに列挙しなければならない。それには {1} 以上が要るが、許されているのは {2} (表はディスクを使う)",
    ),
    (
        "play reaches at least {} positions, and all have to be enumerated in memory: that takes {} or more, of {} allowed",
        "到達できる局面は少なくとも {0} 個あり、そのすべてをメモリーに列挙しなければならない。それには {1} 以上が要るが、許されているのは {2}",
    ),
    (
        "this input is too large to be played out, which this solver needs: use the solver `direct`",
        "この入力は大きすぎて、この解法に必要な全局面の列挙ができない。解法 `direct` を使うこと",
    ),
    (
        "`{}` is not an answer to `{}`",
        "`{0}` は `{1}` の答えにならない",
    ),
    (
        "unknown question `{}`: winner, margin or distance",
        "`{0}` という問いはない。winner、margin、distance のどれか",
    ),
    (
        "unknown solver `{}`: {}",
        "`{0}` という解法はない。あるのは {1}",
    ),
    (
        "play does not reach this position",
        "対局ではこの局面に至らない",
    ),
    (
        "the table does not have this position: it is semi-strong, and play comes here only if both players leave the best moves in it, or not at all",
        "この局面は表にない。準強解の表なので、双方が表にある最善手から外れたときにしか現れない局面や、対局では至らない局面はない",
    ),
    (
        "the table does not have this position: it holds only what play can reach from `{}`",
        "この局面は表にない。表にあるのは `{0}` から対局で至る局面だけ",
    ),
    (
        "the table does not have this position: it is semi-strong, and play comes here from `{}` only if both players leave the best moves in it, or not at all",
        "この局面は表にない。準強解の表なので、`{0}` から双方が表にある最善手から外れたときにしか現れない局面や、対局では至らない局面はない",
    ),
    (
        "the table leaves out some moves of this position",
        "表はこの局面の手の一部を省いている",
    ),
    (
        "the table does not answer its question",
        "表はその問いに答えない",
    ),
    (
        "this table answers `{}`, and the question is `{}`",
        "この表が答えるのは `{0}` で、問いは `{1}`",
    ),
    ("there is nothing at this address", "ここには何もない"),
    (
        "this path does not take that method",
        "このパスはそのメソッドを受け付けない",
    ),
    ("it is longer than {} bytes", "{0} バイトより長い"),
    ("it is longer than {} MiB", "{0} MiB より長い"),
    (
        "`winner`, `margin` or `distance`",
        "`winner`、`margin`、`distance` のどれか",
    ),
    ("`en` or `ja`", "`en` か `ja`"),
    ("the answer is of another kind", "答えの種類が違う"),
    (
        "the body must be application/json",
        "本文は application/json でなければならない",
    ),
    (
        "at most {} questions at once",
        "一度に問えるのは {0} 問まで",
    ),
    (
        "no puzzle was found in this game",
        "このゲームでは問題が見つからなかった",
    ),
    (
        "no such board was found for this game",
        "このゲームではそのような盤が見つからなかった",
    ),
    ("no such board was found", "そのような盤が見つからなかった"),
    (
        "only a file named when the server was started can be opened",
        "開けるのは、サーバーの起動時に名前を挙げたファイルだけ",
    ),
    (
        "files cannot be named here",
        "ここではファイルを指定できない",
    ),
    (
        "there is no such example file",
        "そのような例のファイルはない",
    ),
    ("one Host header is needed", "Host ヘッダーが一つ必要"),
    (
        "this server is not called by that name",
        "このサーバーはその名前では呼ばれない",
    ),
    ("that origin may not ask here", "その出所からは問えない"),
    (
        "another site may not ask here",
        "ほかのサイトからは問えない",
    ),
    (
        "the request did not arrive in time",
        "要求が時間内に届かなかった",
    ),
    (
        "a fault of ours: please report it",
        "こちらの不具合。報告してもらえると助かる",
    ),
    (
        "a server started with a greater `--max-memory` may know",
        "`--max-memory` を大きくして起動したサーバーなら分かるかもしれない",
    ),
    (
        "ask again: the solver may have kept its results",
        "もう一度問うとよい。ここまでに分かったことは残っているかもしれない",
    ),
    (
        "too much is waiting already",
        "すでに多くの問いが待っている",
    ),
    (
        "a deal is `random`, `fair` or `spicy`",
        "配り方は `random`、`fair`、`spicy` のどれか",
    ),
    ("`{}` has no numbers to deal", "`{0}` には配る数がない"),
    (
        "a level is `perfect`, `sound` or `errs:PERCENT` with a whole number from 0 to 100",
        "強さは `perfect`、`sound`、または 0 から 100 の整数をつけた `errs:PERCENT`",
    ),
    (
        "points are First's and Second's with a comma between, such as `4,11`",
        "得点は先手と後手のものをコンマで区切って `4,11` のように書く",
    ),
    (
        "no move of this game gains points",
        "このゲームの手は点を得ない",
    ),
    (
        "gave away a win: now a draw",
        "勝ちを逃して引き分けになった",
    ),
    ("gave away a win: now a loss", "勝ちを逃して負けになった"),
    ("gave away a draw", "引き分けを逃した"),
    ("gave away an outright result", "並べて決まる結果を逃した"),
    ("gave away 1 point", "1点損した"),
    ("gave away {}", "{0}損した"),
    ("1 ply worse", "1手遅れた"),
    ("{} worse", "{0}遅れた"),
    ("there is no such command", "そのような命令はない"),
    ("cannot read the input: {}", "入力を読めない: {0}"),
    (
        "the line is not UTF-8 text",
        "この行は UTF-8 のテキストではない",
    ),
    (
        "the line is longer than {} bytes",
        "この行は {0} バイトより長い",
    ),
    ("cannot use the terminal: {}", "端末を使えない: {0}"),
    ("cannot write the answer: {}", "答えを書けない: {0}"),
    (
        "not enough memory: {} needed, {} allowed",
        "メモリーが足りない: 必要なのは {0}、許されているのは {1}",
    ),
    (
        "not enough disk: {} needed, {} allowed",
        "ディスクが足りない: 必要なのは {0}、許されているのは {1}",
    ),
    (
        "there is no parameter `{}`",
        "`{0}` というパラメーターはない",
    ),
    ("the parameters are {}", "パラメーターは {0}"),
    ("there is no key `{}` here", "ここに `{0}` というキーはない"),
    ("`{}` is missing", "`{0}` がない"),
    ("`{}` is not a list", "`{0}` がリストではない"),
    ("this query cannot be read", "この問い合わせは読めない"),
    ("the body is not an object", "本文がオブジェクトではない"),
    ("a question is an object", "質問はオブジェクトで書く"),
    (
        "a text in quotes is expected here",
        "ここには引用符で囲んだ文字列が必要",
    ),
    ("a key is given twice", "同じキーが二度ある"),
    (
        r#"write {"text": "RULES", "seen": "DIGEST"}"#,
        r#"{"text": "ルール", "seen": "ダイジェスト"} と書く"#,
    ),
    (
        "this server was not started with a rules file",
        "このサーバーはルールのファイルで始められていない",
    ),
    (
        "there is no such room, or the server has deleted it",
        "そのような部屋はない（もう片付けられたかもしれない）",
    ),
    ("there are too many rooms already", "部屋がもういっぱい"),
    (
        "this room has too many spectators already",
        "この部屋を観戦する人がもういっぱい",
    ),
    (
        "this game is too long for a room",
        "このゲームは部屋には長すぎる",
    ),
    ("spectators do not play", "観戦者は指せない"),
    ("the game has gone on meanwhile", "その間に対局が進んだ"),
    (
        "there is no move of yours to take back",
        "戻せる自分の手がない",
    ),
    ("another wish is still open", "ほかの申し出がまだ残っている"),
    ("it is the other player's turn", "相手の番"),
    ("this is no legal move", "それは打てない手"),
    ("`undo` or `again`", "`undo` か `again`"),
    ("`easy`, `medium` or `hard`", "`easy` か `medium` か `hard`"),
    (
        "`true` or `false` is expected here",
        "ここには `true` か `false` が必要",
    ),
    (
        "this is too long for a code that a camera reads",
        "カメラで読めるコードにするには長すぎる",
    ),
    (
        "rules are saved only from the machine that the server runs on",
        "ルールを保存できるのは、サーバーが動いている機械からだけ",
    ),
    (
        "the file was changed since it was read: read it again",
        "ファイルは読み込んだ後に変更された。読み直すこと",
    ),
    (
        r#"write {"questions": [{"game": "NAME", "position": "POSITION"}]}"#,
        r#"{"questions": [{"game": "名前", "position": "局面"}]} と書く"#,
    ),
];
