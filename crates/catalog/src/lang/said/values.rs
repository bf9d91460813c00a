//! Errors in values, in sums of them, and in files of parts.

/// Patterns and their Japanese.
pub(super) const TEXTS: &[(&str, &str)] = &[
    (
        "`{}` has no value of this kind: {}, and only games of normal play have such values. There a player who cannot move loses, nothing else ends play, play cannot cycle, and either player may be to move in any position",
        "`{0}` にはこの種の値がない（{1}）。値があるのは、動けない方が負けで、ほかに終わり方がなく、手順が循環せず、局面だけでは手番が決まらないゲームに限る",
    ),
    ("moves gain points", "手で点を得る"),
    ("points decide who wins", "点数で勝敗が決まる"),
    ("play may cycle", "手順が循環しうる"),
    ("play can end in a draw", "引き分けで終わりうる"),
    (
        "the player who makes the last move can lose",
        "最後の手を指した側が負けることがある",
    ),
    (
        "it is not known to be a game of normal play",
        "正規形のゲームとわかっていない",
    ),
    (
        "`{}` has no Grundy value: the two players do not have the same moves",
        "`{0}` にはグランディ数がない。両者の指せる手が同じではない",
    ),
    (
        "in a sum a position stands behind its game",
        "和では、局面はそのゲームのすぐ後に書く",
    ),
    (
        "this game has its position already",
        "このゲームにはもう局面がついている",
    ),
    (
        "this is a value, and only games have positions",
        "これは値。局面があるのはゲームだけ",
    ),
    (
        "a number of copies from 1 to {} is expected here",
        "ここには 1 以上 {0} 以下の個数が必要",
    ),
    ("`)` is expected here", "ここに `)` が必要"),
    (
        "the end of the term is expected here",
        "項はここで終わるはず",
    ),
    (
        "a game stands alone, in parentheses or in copies such as `2.(GAME)`; between braces and behind other signs only values may stand",
        "ゲームは単独で、または括弧の中に `(GAME)` や `2.(GAME)` のように書く。波括弧の中やほかの記号の後に書けるのは値だけ",
    ),
    (
        "a number is written in digits, as `1000`, `1/2` or `0.5`; `2.(GAME)` is two copies",
        "数は `1000`、`1/2`、`0.5` のように数字で書く。`2.(GAME)` はゲーム二つ分",
    ),
    (
        "a sum is written with blanks: `GAME + GAME - VALUE`",
        "和は空白を入れて `GAME + GAME - VALUE` のように書く",
    ),
    (
        "a value is written like `1/2`, `*2`, `^`, `±1` or `+_2`; `yomikiri games` lists the games",
        "値は `1/2`、`*2`、`^`、`±1`、`+_2` のように書く。ゲームの一覧は `yomikiri games`",
    ),
    (
        "up is written `^`, two ups `^^`, up and a star `^*`",
        "アップは `^`、アップ二つは `^^`、アップとスターは `^*` と書く",
    ),
    ("down is written `v`", "ダウンは `v` と書く"),
    (
        "a star is written `*`, a nimber `*2`",
        "スターは `*`、ニム数は `*2` のように書く",
    ),
    ("tiny two is written `+_2`", "タイニー 2 は `+_2` と書く"),
    ("miny two is written `-_2`", "マイニー 2 は `-_2` と書く"),
    (
        "a switch is written like `±1`",
        "スイッチは `±1` のように書く",
    ),
    ("zero is written `0`", "ゼロは `0` と書く"),
    (
        "play never ends in this value; only games that end have values here",
        "この値では手順が終わらない。ここで値があるのは必ず終わるゲームだけ",
    ),
    ("a sum has at most {} terms", "和の項は {0} 個まで"),
    (
        "--heaps and --most go with --octal",
        "--heaps と --most は --octal とともに使う",
    ),
    (
        "a number is beyond 2^60, or its denominator is",
        "数またはその分母が 2^60 を超える",
    ),
    ("a multiple of up is beyond 500", "↑ の個数が 500 を超える"),
    ("a nimber is beyond *1023", "ニム数が *1023 を超える"),
    (
        "a game has options more than 1,000 moves deep",
        "ゲームの手順が 1,000 手より深い",
    ),
    (
        "there are more than {} canonical forms",
        "標準形が {0} 個を超える",
    ),
    (
        "only an all-small game has an atomic weight",
        "原子量があるのはオールスモールなゲームだけ",
    ),
    (
        "a game or a value is expected here",
        "ここにゲームか値が必要",
    ),
    (
        "the end of the value is expected here",
        "値はここで終わるはず",
    ),
    (
        "these parentheses are nested too deep",
        "括弧の入れ子が深すぎる",
    ),
    (
        "braces and parentheses are nested too deep here",
        "ここで括弧の入れ子が深すぎる",
    ),
    (
        "a number of at most {} is expected here",
        "ここには {0} 以下の数が必要",
    ),
    ("a power of two is expected here", "ここには 2 の累乗が必要"),
    (
        "`{}` is no dyadic number: its denominator is no power of two",
        "`{0}` は二進分数ではない。分母が 2 の累乗にならない",
    ),
    (
        "a whole number, a fraction or a decimal is expected here",
        "ここには整数か分数か小数のどれか一つが必要",
    ),
    (
        "copies of a number are written `{}.({})`, and the decimal `{}.{}`",
        "数の何個分かは `{0}.({1})`、小数は `{2}.{3}` と書く",
    ),
    (
        "copies of a negative value are written `{}.(-VALUE)`",
        "負の値の何個分かは `{0}.(-値)` と書く",
    ),
    (
        "these are {} copies in all, and at most {} are allowed",
        "合わせて {0} 個分になる。{1} 個分まで",
    ),
    (
        "copies of a number are written `{}.({})`",
        "数の何個分かは `{0}.({1})` と書く",
    ),
    (
        "a whole number of at most {} is expected here",
        "ここには {0} 以下の整数が必要",
    ),
    (
        "a value such as `1/2`, `^*` or `{1|-1}` is expected here",
        "ここには `1/2`、`^*`、`{1|-1}` のような値が必要",
    ),
    (
        "a number, `(` or `{` is expected here",
        "ここには数か `(` か `{` が必要",
    ),
    (
        "one value is expected before this",
        "これより前には値が一つだけ必要",
    ),
    (
        "a wider stroke is expected here, or braces around the part before",
        "ここにはもっと太い区切りが必要。または前の部分を波括弧で囲む",
    ),
    ("`|` is expected here", "ここに `|` が必要"),
    ("a game is expected here", "ここにゲームが必要"),
    ("`{}`: byte {}: {}", "`{0}` の {1} バイト目: {2}"),
    (
        "`{}`: {} is the number of no position of `{}`",
        "`{0}`: {1} は `{2}` のどの局面の番号でもない",
    ),
    (
        "`{}`: `{}` of `{}` is worth `{}` in the file and `{}` by the rules",
        "`{0}`: `{2}` の局面 `{1}` の値がファイルでは `{3}`、ルールによれば `{4}`",
    ),
    ("byte {}: {}", "{0} バイト目: {1}"),
    (
        "{} is the number of no position of `{}`",
        "{0} は `{1}` のどの局面の番号でもない",
    ),
    (
        "`{}` of `{}` is worth `{}` in the file and `{}` by the rules",
        "`{1}` の局面 `{0}` の値がファイルでは `{2}`、ルールによれば `{3}`",
    ),
    (
        "this program does not know this version of the format",
        "この版の形式には対応していない",
    ),
    (
        "no file of parts begins like this",
        "部分の値のファイルの始まり方ではない",
    ),
    (
        "the file ends within the block that begins here",
        "ここから始まるブロックの途中でファイルが終わっている",
    ),
    (
        "the block that begins here does not fit its checksum",
        "ここから始まるブロックがチェックサムと合わない",
    ),
    ("there is no such block", "このようなブロックはない"),
    (
        "there is more behind the end",
        "終わりの後に余分なものがある",
    ),
    (
        "form {} has a number out of range",
        "標準形 {0} の数が範囲を外れている",
    ),
    (
        "form {} is not canonical",
        "標準形 {0} が標準形になっていない",
    ),
    ("form {} is there twice", "標準形 {0} が二度書かれている"),
    (
        "an option is not an earlier form, or out of order",
        "選択肢が前にある標準形でないか、順序が正しくない",
    ),
    ("bytes are missing here", "ここにバイトが足りない"),
    ("form {} is too deep", "標準形 {0} が深すぎる"),
    ("it has more than {} bytes", "{0} バイトを超える"),
    ("a number has more than 128 bits", "数が 128 ビットを超える"),
    (
        "the name of the game is no text",
        "ゲームの名前がテキストでない",
    ),
    ("the game had another name before", "ゲームの名前が前と違う"),
    (
        "a part has a value that is not there",
        "部分の値がファイルにない",
    ),
    (
        "a part has no number of 128 bits",
        "部分の番号が 128 ビットに収まらない",
    ),
    ("it is a folder", "フォルダーである"),
    ("it is no file", "ファイルではない"),
    ("there is no such folder", "そのようなフォルダーはない"),
    ("this is no name of a file", "ファイルの名前ではない"),
    (
        "parts are kept in a file, which stdin and stdout are not",
        "部分の値はファイルに置く。標準入力と標準出力は使えない",
    ),
    ("cannot write `{}`: {}", "`{0}` に書き込めない: {1}"),
];
