//! Texts about games whose rules a program knows.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    (
        "any game: a program of yours, in any language, knows the rules",
        "どんなゲームでも。ルールは自作のプログラムが答える（言語は自由）",
    ),
    (
        "positions: texts of the program without white space; moves: texts of the program, or that of the position moved to",
        "局面：プログラムが決める空白のない文字列　手：プログラムが決める文字列、または移った先の局面",
    ),
    (
        "a program and its arguments, such as ./quarto or python3 quarto.py",
        "./quarto や python3 quarto.py のような、プログラムとその引数",
    ),
    (
        "the program and its arguments, run without a shell",
        "プログラムとその引数（シェルを通さずに動かす）",
    ),
    (
        "the seconds for each answer of the program",
        "プログラムの答え一回にかけてよい秒数",
    ),
    (
        "the MiB that all positions and moves may take",
        "局面と手の全体が使ってよいメモリー（MiB）",
    ),
    ("this command is too long", "コマンドが長すぎる"),
    (
        "programs cannot be named here",
        "ここではプログラムを指定できない",
    ),
    ("no program is run here", "ここではプログラムを動かさない"),
    ("no program is started yet", "プログラムはまだ動いていない"),
    (
        "programs are run on Unix only",
        "プログラムを動かせるのは Unix だけ",
    ),
    (
        "only a program named when the server was started can be asked",
        "サーバーの起動時に指定したプログラムにしか尋ねられない",
    ),
    ("{} cannot be a position: {}", "{0} は局面にできない：{1}"),
    ("{} cannot be a move: {}", "{0} は手にできない：{1}"),
    ("a position", "局面"),
    ("it is empty", "空である"),
    (
        "it has white space or a control character in it",
        "空白か制御文字が入っている",
    ),
    (
        "this word has a meaning of its own",
        "この語には別の意味がある",
    ),
    ("there is no answer", "答えがない"),
    (
        "there are more than 2^32 - 1 positions",
        "局面が 2^32 - 1 個より多い",
    ),
    (
        "a margin of {}, which is more than {}",
        "点差 {0} は {1} より大きい",
    ),
    (
        "a gain of {}, which is more than {}",
        "得点 {0} は {1} より大きい",
    ),
    (
        "a position that is not over and has no moves",
        "終局していないのに手のない局面",
    ),
    (
        "say how play has ended there; passing is a move",
        "そこでの結果を答える。パスも手の一つ",
    ),
    (
        "a move to position {}, which there is not",
        "存在しない局面 {0} への手",
    ),
    (
        "a move that gains points in a game that does not say so",
        "得点があると宣言していないゲームで、点の入る手",
    ),
    (
        "say at the start that moves gain points",
        "手で点が入ることを最初に宣言する",
    ),
    ("two moves called {}", "{0} という手が二つある"),
    (
        "a position that is not over and has no rank, or rank 0",
        "終局していないのに階数がない、または 0 の局面",
    ),
    (
        "a rank falls with every move; where play is over it is 0",
        "階数は一手ごとに減り、終局では 0 になる",
    ),
    (
        "rank {}, after a move from a position of rank {}",
        "階数 {0}（階数 {1} の局面から一手進んだところ）",
    ),
    (
        "rank {}, and a move to a position of rank {}",
        "階数 {0}（階数 {1} の局面への手がある）",
    ),
    (
        "the rank has to fall with every move",
        "階数は一手ごとに減らなければならない",
    ),
    (
        "set `memory=` after the name of the game, or `--max-memory` of the command",
        "ゲーム名の後の `memory=` か、コマンドの `--max-memory` で上限を変えられる",
    ),
    (
        "the positions of this game take more than {}",
        "このゲームの局面は {0} に収まらない",
    ),
    ("write it as `2,3:first`", "`2,3:first` のように書く"),
    ("more answers than questions", "問いより答えのほうが多い"),
    ("fewer answers than questions", "問いより答えのほうが少ない"),
    (
        "there is no position {}, to which a move leads: {}",
        "手の行き先 {0} という局面はない：{1}",
    ),
    (
        "{} is no position of this game: {}",
        "{0} はこのゲームの局面ではない：{1}",
    ),
    (
        "another answer about {} than before",
        "{0} についての答えが前と違う",
    ),
    (
        "two moves to {} that have no texts",
        "{0} への、名前のない手が二つある",
    ),
    (
        "give each move a text of its own",
        "それぞれの手に別の名前をつける",
    ),
    (
        "the game cannot be written down as a graph: {}",
        "このゲームはグラフに書き出せない：{0}",
    ),
    // Reports on programs.
    (
        "the time limit was reached while the program was answering",
        "プログラムが答えている間に制限時間が過ぎた",
    ),
    ("cannot start {}: {}", "{0} を起動できない：{1}"),
    (
        "a program in this folder is written `./NAME`",
        "このフォルダーにあるプログラムは `./名前` と書く",
    ),
    ("it was asked {}", "尋ねたこと：{0}"),
    (
        "asked {}, the program answered {}; {}",
        "{0} と尋ねたら {1} と答えた。{2}",
    ),
    (
        "asked {}, the program answered {}",
        "{0} と尋ねたら {1} と答えた",
    ),
    (
        "the program gave no answer within {} s",
        "プログラムが {0} 秒以内に答えなかった",
    ),
    (
        "the program wrote a line of more than {} bytes",
        "プログラムが {0} バイトより長い行を出した",
    ),
    (
        "the program wrote more than one line for a question",
        "プログラムが一つの問いに二行以上答えた",
    ),
    (
        "cannot wait for the program: {}",
        "プログラムを待てない：{0}",
    ),
    (
        "the program ended before it had answered",
        "プログラムが答える前に終わった",
    ),
    (
        "the program ended with code {}",
        "プログラムがコード {0} で終わった",
    ),
    (
        "the program was ended by signal {}",
        "プログラムがシグナル {0} で終わった",
    ),
    (
        "the program has closed its standard output",
        "プログラムが標準出力を閉じた",
    ),
    (
        "positions asked about: {}, positions answered: {}",
        "尋ねた局面は {0} 個、答えられた局面は {1} 個",
    ),
    (
        "an answer with an outcome and with moves",
        "結果と手の両方がある答え",
    ),
    (
        "an answer needs `outcome`, or `to_move` and `moves`, or `error`",
        "答えには `outcome` か、`to_move` と `moves` か、`error` が必要",
    ),
    (
        "the program did not answer as it should: {}",
        "プログラムの答えの形が違う：{0}",
    ),
    (
        "the program's answer is not JSON: {}",
        "プログラムの答えが JSON ではない：{0}",
    ),
    ("an object", "オブジェクト"),
    (
        "an outcome: \"first\", \"second\", \"draw\", or a margin in points",
        "結果（\"first\"、\"second\"、\"draw\"、または点差）",
    ),
    ("a text", "文字列"),
    (
        "a move: \"NEXT\", [\"MOVE\", \"NEXT\"] or [\"MOVE\", \"NEXT\", GAIN]",
        "手（\"NEXT\"、[\"MOVE\", \"NEXT\"]、または [\"MOVE\", \"NEXT\", GAIN]）",
    ),
    (
        "if play cannot cycle, let each position say its rank: then it can be searched",
        "手順が巡回しないゲームなら、局面ごとに rank を答えるようにすれば探索できる",
    ),
    (
        "the command ends in a backslash",
        "コマンドがバックスラッシュで終わっている",
    ),
    (
        "the command has no closing {}",
        "コマンドに閉じる {0} がない",
    ),
    ("{} cannot be {}: {}", "{0} は{1}にできない：{2}"),
];
