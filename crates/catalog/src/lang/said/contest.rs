//! Errors in the input of a contest problem.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    (
        "`{}` does not take several inputs in one stream",
        "`{0}` は一つの入力に複数のケースを取れない",
    ),
    (
        "`{}` does not apply to `{}`; use one of {}",
        "`{0}` は `{1}` には使えない。使えるのは {2}",
    ),
    (
        "`{}` is about perfect play already: it has no other reading",
        "`{0}` はもともと最善手順を問う問題で、別の読み方はない",
    ),
    (
        "the question who has three in a row needs no solver: ask with perfect play",
        "三つ並んだかどうかにソルバーは要らない。--perfect-play と共に使う",
    ),
    ("there is no contest problem `{}`", "`{0}` という問題はない"),
    (
        "`yomikiri contest --list` lists the problems",
        "`yomikiri contest --list` で問題の一覧が出る",
    ),
    ("did you mean `{}`?", "`{0}` のことか"),
    ("there are {} and {} others", "{0} とほかに {1} 個がある"),
    ("there are {}", "あるのは {0}"),
    (
        "the sum of the board must be odd, and it is {}",
        "盤面の数の和は奇数でなければならない: {0}",
    ),
    (
        "the input ends after {} of the {} numbers of a board",
        "盤面の {1} 個の数のうち {0} 個で入力が終わっている",
    ),
    (
        "the input ends where {} is expected",
        "{0}があるはずのところで入力が終わっている",
    ),
    (
        "the line ends where {} is expected",
        "{0}があるはずのところで行が終わっている",
    ),
    (
        "row {} is made of `+` and `-`, not {}",
        "{0} 行目は `+` と `-` だけから成る: {1}",
    ),
    ("row {} has {}, not {}", "{0} 行目は {1}（{2} マスのはず）"),
    (
        "a board has {} cells, not {}",
        "盤面のマスは {0} 個のはずが {1} 個ある",
    ),
    (
        "a cell is `o`, `x` or `s`, not {}",
        "マスは `o`、`x`、`s` のどれか: {0}",
    ),
    (
        "a word has {} to {} letters A to Z or a to z, unlike {}",
        "単語は A-Z か a-z の {0} 文字以上 {1} 文字以下: {2}",
    ),
    (
        "a word has {} to {} letters a to z, unlike {}",
        "単語は a-z の {0} 文字以上 {1} 文字以下: {2}",
    ),
    (
        "the first allowed number is 1, not {}",
        "取れる個数の最初は 1: {0}",
    ),
    (
        "{} is greater than the one before, not {}",
        "{0}は一つ前より大きい: {1}",
    ),
    (
        "this edge leads from {} to itself",
        "この辺は {0} から同じ頂点に戻る",
    ),
    ("{} is listed twice", "{0} が二度出てくる"),
    // This follows the sentences whose subject it is.
    ("the edge from {} to {}", "{0} から {1} への辺"),
    ("{} is one too many here", "{0} はここでは余分"),
    (
        "{} follows where the input ends",
        "入力が終わるはずのところに {0} が続く",
    ),
    (
        "{} stands where {} is expected",
        "{1}があるはずのところに {0} がある",
    ),
    (
        "{} is written without needless zeros, not {}",
        "{0}に余分な 0 は付けない: {1}",
    ),
    ("{} is {} to {}, not {}", "{0}は {1} 以上 {2} 以下: {3}"),
    // Names of things that fill gaps.
    ("the number of a cell", "マスの数"),
    ("row {}", "{0} 行目"),
    ("a number of the row", "数列の数"),
    ("a number of the left stack", "左の山の数"),
    ("a number of the right stack", "右の山の数"),
    ("an allowed number", "取れる個数"),
    ("a vertical pair", "縦の組の点"),
    ("a horizontal pair", "横の組の点"),
    ("the front of a card", "カードの表"),
    ("the back of a card", "カードの裏"),
    ("the number of steps", "歩数の個数"),
    ("a step", "歩数"),
    ("a word", "単語"),
    // Descriptions of input and output.
    ("three lines of three integers", "3 個の整数の行が 3 行"),
    (
        "H W, then H lines of W characters + or -",
        "H W、続いて W 文字の + または - の行が H 行",
    ),
    (
        "any number of lines of nine characters o (moves first), x, s (empty), row by row",
        "9 文字の行がいくつでも: o (先手)、x、s (空き) を上の行から順に",
    ),
    ("N, then N lines w b", "N、続いて w b の N 行"),
    (
        "0 if Koshiro, who moves first, wins, else 1 (Ukiko)",
        "先手の Koshiro が勝つなら 0、Ukiko なら 1",
    ),
    ("N, then a line of N integers", "N、続いて N 個の整数の行"),
    (
        "N K, then a line of N integers",
        "N K、続いて N 個の整数の行",
    ),
    (
        "N K, then a line of K integers",
        "N K、続いて K 個の整数の行",
    ),
    (
        "two lines of three integers (vertical pairs), three of two (horizontal pairs)",
        "3 個の整数の行が 2 行 (縦の組)、2 個の整数の行が 3 行 (横の組)",
    ),
    (
        "A B, then a line of A integers and a line of B integers, each from the top",
        "A B、続いて A 個の整数の行と B 個の整数の行 (それぞれ上から)",
    ),
    (
        "N, then N lines of two integers",
        "N、続いて 2 個の整数の行が N 行",
    ),
    ("N, then N lines of a word", "N、続いて単語の行が N 行"),
    (
        "N, then N lines of a word (capitals are different letters)",
        "N、続いて単語の行が N 行 (大文字と小文字は別の文字)",
    ),
    (
        "n, then Rick's steps and Morty's steps: a line of their number and as many integers each",
        "n、続いて Rick の歩数と Morty の歩数: それぞれ個数とその数だけの整数の行",
    ),
    (
        "N M v, then M lines A B C: an edge from A to B of cost C",
        "N M v、続いて M 行の A B C: A から B への費用 C の辺",
    ),
    ("each integer {} to {}", "各整数は {0} 以上 {1} 以下"),
    (
        "each number of steps {} to {}",
        "歩数の個数は {0} 以上 {1} 以下",
    ),
    ("each step {} to {}", "各歩数は {0} 以上 {1} 以下"),
    ("their sum is odd", "その和は奇数"),
    ("each character + or -", "各文字は + か -"),
    ("each character o, x or s", "各文字は o、x、s のどれか"),
    ("each line nine characters", "各行は 9 文字"),
    (
        "each integer greater than the one before",
        "各整数は一つ前より大きい",
    ),
    ("each integer at most N", "各整数は N 以下"),
    ("the first integer 1", "最初の整数は 1"),
    (
        "each word {} to {} letters a to z",
        "各単語は英小文字 {0} 文字以上 {1} 文字以下",
    ),
    (
        "each word {} to {} letters A to Z or a to z",
        "各単語は英字 {0} 文字以上 {1} 文字以下",
    ),
    ("no word twice", "同じ単語は二度出ない"),
    (
        "no step of a player twice",
        "一人の歩数に同じものは二度出ない",
    ),
    ("no edge from a vertex to itself", "同じ頂点に戻る辺はない"),
    ("no edge twice", "同じ辺は二度出ない"),
    (
        "the winner: Takahashi (moves first) or Aoki",
        "勝つ方: Takahashi (先手) か Aoki",
    ),
    (
        "Takahashi (moves first), Aoki or Draw",
        "Takahashi (先手)、Aoki、Draw のどれか",
    ),
    (
        "for each line o, x or d (draw): who has three in a row; under perfect play, who wins",
        "各行に o、x、d (引き分け) のどれか: 三つ並べた方。最善手順なら勝つ方",
    ),
    (
        "the total of Taro (moves first) minus that of Jiro",
        "Taro (先手) の合計から Jiro の合計を引いた差",
    ),
    ("the winner: First or Second", "勝つ方: First か Second"),
    (
        "the points of the first player, then those of the second, a line each",
        "先手の点、後手の点を一行ずつ",
    ),
    ("the total of the first player", "先手の合計"),
    (
        "the stones that Takahashi, who moves first, gets",
        "先手の Takahashi が取る石の数",
    ),
    (
        "a line for each word that Takahashi opens with: Takahashi, Aoki or Draw",
        "Takahashi が最初に言う単語ごとに一行: Takahashi、Aoki、Draw のどれか",
    ),
    (
        "for Rick moving first and for Morty, a line: Win, Lose or Loop from places 2 to n",
        "Rick が先手の場合と Morty が先手の場合に一行ずつ: 場所 2 から n までの Win、Lose、Loop",
    ),
    (
        "the cost that Takahashi, who moves first, can end with, or INFINITY",
        "先手の Takahashi が終われる費用、または INFINITY",
    ),
    (
        "N, then N-1 lines of two integers: the edges of a tree",
        "N、続いて 2 個の整数の行が N-1 行: 木の辺",
    ),
    (
        "N, then a line of N digits and a line of N letters A or T",
        "N、続いて N 個の数字の行と、A か T の N 文字の行",
    ),
    (
        "T, then T times: N, then N lines L R",
        "T、続いて T 回: N と、L R の行が N 行",
    ),
    (
        "N M L, then a line each of N, of M and of L integers: two hands and the table",
        "N M L、続いて N 個、M 個、L 個の整数の行が一つずつ: 二人の手札と場",
    ),
    (
        "n k, then a line of n integers",
        "n k、続いて n 個の整数の行",
    ),
    ("n, then n lines of an integer", "n、続いて整数の行が n 行"),
    ("n, then a line of n integers", "n、続いて n 個の整数の行"),
    (
        "n m, then m lines v u c: an edge from v to u with the letter c",
        "n m、続いて m 行の v u c: v から u への文字 c の辺",
    ),
    (
        "n, then a line of n integers: a permutation",
        "n、続いて n 個の整数の行: 順列",
    ),
    ("T, then T lines n k", "T、続いて n k の行が T 行"),
    (
        "t, then t times: n x y z and a line of n integers",
        "t、続いて t 回: n x y z と、n 個の整数の行",
    ),
    (
        "t, then t times: n and a line of n integers",
        "t、続いて t 回: n と、n 個の整数の行",
    ),
    ("t, then t lines d k", "t、続いて d k の行が t 行"),
    ("t, then t lines of an integer", "t、続いて整数の行が t 行"),
    (
        "t, then t times: n and a line of n letters R or B",
        "t、続いて t 回: n と、R か B の n 文字の行",
    ),
    ("the edges make a tree", "辺は木をなす"),
    ("the edges make no circle", "辺は閉路をなさない"),
    ("N digits", "数字は N 個"),
    ("N letters A or T", "A か T が N 文字"),
    ("n letters R or B", "R か B が n 文字"),
    ("each c a letter a to z", "各 c は英小文字"),
    ("no integer twice", "同じ整数は二度出ない"),
    ("n is even", "n は偶数"),
    ("the sum of all n at most {}", "n の総和は {0} 以下"),
    (
        "no integer less than the one before",
        "どの整数も一つ前以上",
    ),
    (
        "Alice (moves first), Borys or Draw",
        "Alice (先手)、Borys、Draw のどれか",
    ),
    ("the winner: Takahashi or Aoki", "勝つ方: Takahashi か Aoki"),
    (
        "YES if Jon, who moves second, wins, NO if Sam does",
        "後手の Jon が勝つなら YES、Sam が勝つなら NO",
    ),
    (
        "n lines of n letters: A if Max, at the vertex of the line, beats Lucas, else B",
        "n 文字の行が n 行: その行の頂点の Max が Lucas に勝つなら A、そうでなければ B",
    ),
    (
        "n letters: A if Alice, who moves first, wins from that cell, else B",
        "n 文字: そのマスから先手の Alice が勝つなら A、そうでなければ B",
    ),
    (
        "for each test case a line: the number of first attacks that win",
        "各ケースに一行: 勝ちになる最初の攻撃の数",
    ),
    (
        "for each test case a line: First or Second, whoever wins",
        "各ケースに一行: 勝つ方 (First か Second)",
    ),
    (
        "for each test case a line: {} (moves first) or {}, whoever wins",
        "各ケースに一行: 勝つ方 ({0} (先手) か {1})",
    ),
    ("n is even, not {}", "n は偶数: {0}"),
    (
        "{} (moves first) or {}, whoever wins",
        "勝つ方: {0} (先手) か {1}",
    ),
];
