//! Errors in a shape of inputs, and in the programs that help `stress`.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("a shape has at most {} bytes", "入力の形は {0} バイトまで"),
    ("this describes no input", "これでは何の入力も表していない"),
    ("for example: {}", "例: {0}"),
    (
        "the shape ends where {} is expected",
        "{0}があるはずのところで形が終わっている",
    ),
    ("more than {} levels of brackets", "括弧が {0} 段より深い"),
    ("`{}` is no item of a shape", "`{0}` という項目はない"),
    ("`{}` has no range", "`{0}` に範囲がない"),
    (
        "a number is written as in `{}`; behind braces stand distinct, sorted, ascending or sum",
        "数は `{0}` のように書く。波括弧の後に書けるのは distinct, sorted, ascending, sum",
    ),
    ("this is the number {}", "これは {0} という数になる"),
    ("a range is written as `{}`", "範囲は `{0}` と書く"),
    (
        "a count is put in parentheses, as in `{}`",
        "回数の式は `{0}` のように括弧で囲む",
    ),
    (
        "the last case would have a number of more than 64 bits",
        "最後のケースの番号が 64 ビットに収まらない",
    ),
    ("this brace is not closed", "この波括弧が閉じていない"),
    ("these braces are empty", "この波括弧の中が空"),
    ("this quote is not closed", "この引用符が閉じていない"),
    (
        "the letters of a range ascend, as in `a-z`",
        "範囲の文字は `a-z` のように昇順",
    ),
    (
        "`{}` goes with the question `{}`",
        "`{0}` は問い `{1}` のときだけ",
    ),
    (
        "a sum needs a number that each repetition begins with",
        "和の制限には、繰り返しの先頭に数が必要",
    ),
    (
        "an order needs a number that each repetition begins with",
        "順序の指定には、繰り返しの先頭に数が必要",
    ),
    ("no number is {} to {}", "{0} 以上 {1} 以下の数はない"),
    ("no number is left here", "ここに使える数が残っていない"),
    (
        "there is a number `{}` already",
        "`{0}` という数はすでにある",
    ),
    (
        "there is no number `{}` before this",
        "これより前に `{0}` という数はない",
    ),
    (
        "an edge has numbers and words only, on its line",
        "辺の行に置けるのは数と文字列だけ",
    ),
    (
        "numbering begins `from 0` or `from 1`",
        "番号は `from 0` か `from 1` で始まる",
    ),
    (
        "`{}` is an option of graphs",
        "`{0}` はグラフにだけ指定できる",
    ),
    (
        "an acyclic graph is directed and has no loops: a forest is not known",
        "acyclic は有向で自己ループのないグラフに限る。森は扱えない",
    ),
    (
        "letters are expected, such as `a-z` or `'.#'`",
        "文字の指定が必要: `a-z` や `'.#'` など",
    ),
    (
        "this number is farther from 0 than 9223372036854775807",
        "この数の絶対値は 9223372036854775807 を超えている",
    ),
    (
        "this has no value of 64 bits here",
        "ここではこの式に 64 ビットの値がない",
    ),
    (
        "there would be more parts than the input has bytes",
        "入力の長さに対して部分が多すぎることになる",
    ),
    (
        "there would be {} parts here",
        "ここの個数が {0} になってしまう",
    ),
    ("{} is not {} here", "{0} はここでは {1} であってはならない"),
    ("a number of the permutation", "順列の数"),
    ("a vertex", "頂点"),
    ("an item", "項目"),
    ("an option", "指定"),
    ("a number", "数"),
    (
        "{} is in this permutation already",
        "{0} はすでにこの順列にある",
    ),
    (
        "{} is made of the letters `{}`, not of {}",
        "{0}に使える文字は `{1}`: {2}",
    ),
    (
        "{} has {} to {} letters, not {}",
        "{0}は {1} 文字以上 {2} 文字以下: {3}",
    ),
    ("{} is {} long, not {}", "{0}は {1}: {2}"),
    (
        "this edge leads from a vertex to itself",
        "この辺は自己ループになっている",
    ),
    ("this edge is there already", "この辺はすでにある"),
    (
        "this edge closes a circle: that is no tree",
        "この辺で閉路ができ、木ではなくなる",
    ),
    ("this graph is not connected", "このグラフは連結でない"),
    ("this graph has a circle", "このグラフには閉路がある"),
    (
        "the sum comes to {}, more than {}",
        "和が {0} になり {1} を超える",
    ),
    ("this is less than the one before", "直前のものより小さい"),
    (
        "this is not greater than the one before",
        "直前のものより大きくない",
    ),
    ("this is there already", "同じものがすでにある"),
    (
        "no input of this shape was found",
        "この形の入力が見つからなかった",
    ),
    (
        "an input of this size has more than {} parts",
        "この大きさの入力は部分が {0} 個を超える",
    ),
    (
        "no word has {} to {} letters",
        "{0} 文字以上 {1} 文字以下の文字列はない",
    ),
    ("no word has 0 letters", "0 文字の文字列はない"),
    (
        "no graph of the vertices 1 to {} has so many edges",
        "頂点 {0} 個のグラフに辺の数が合わない",
    ),
    (
        "not so many different ones are found",
        "それだけの個数の異なるものが見つからない",
    ),
    ("generator", "生成器"),
    ("oracle", "正解のプログラム"),
    ("checker", "チェッカー"),
    ("interactor", "インタラクター"),
    (
        "with seed {} and size {}, {}",
        "シード {0}、大きさ {1} のとき、{2}",
    ),
    ("the system does not start it: {}", "起動できない: {0}"),
    (
        "it prints something that is no text",
        "テキストでないものを出力する",
    ),
    (
        "its input is not as `--input` says: {}",
        "入力が `--input` の形に合わない: {0}",
    ),
    (
        "it ends with exit code {}: {}",
        "終了コード {0} で終わる: {1}",
    ),
    ("it ends with exit code {}", "終了コード {0} で終わる"),
    ("signal {} kills it{}", "signal {0} で異常終了する{1}"),
    ("the program ends too early", "プログラムが早く終わりすぎる"),
    ("it is not done after {} s", "{0} 秒で終わらない"),
    ("it prints too much", "出力が多すぎる"),
    ("it uses too much memory", "メモリを使いすぎる"),
    (
        "it does not end after the program",
        "プログラムが終わっても終わらない",
    ),
    (
        "the program stands after `--`",
        "プログラムは `--` の後に書く",
    ),
    (
        "no program is given: it stands after `--`, as in `yomikiri stress abc349e -- CMD`",
        "プログラムがない。`yomikiri stress abc349e -- CMD` のように `--` の後に書く",
    ),
    (
        "no problem is given: name one of the list, or describe inputs by --input or --generate",
        "問題がない。一覧の問題を指定するか、--input か --generate で入力を指定する",
    ),
    (
        "nothing follows this backslash",
        "このバックスラッシュの後に何もない",
    ),
    ("the command is empty", "コマンドが空"),
    ("nobody waits for it", "待つ者がいない"),
    ("the oracle: {}", "正解のプログラム: {0}"),
    ("the checker: {}", "チェッカー: {0}"),
    ("a line of the input is bad", "入力に誤った行がある"),
    (
        "neither a shape nor a generator makes inputs",
        "入力の形も生成器もない",
    ),
    ("there is no `{}`", "`{0}` はない"),
];
