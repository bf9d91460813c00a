//! Texts of the library's games: titles, summaries, notations.

/// Texts and their Japanese, in no order.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("Tic-tac-toe", "三目並べ"),
    ("Weighted tic-tac-toe", "点数つき三目並べ"),
    ("So many in a row", "k 目並べ"),
    ("So many in a row, with gravity", "重力つき k 目並べ"),
    ("Connect Four", "コネクトフォー"),
    ("Notakto", "ノタクト"),
    ("Tic-tac-toe in a cube", "立体三目並べ"),
    ("Claim cells", "マス取り"),
    ("A game of your own", "自作のゲーム"),
    ("Grid walk", "マス目歩き"),
    ("A game as a graph", "グラフのゲーム"),
    ("A rule sheet", "ルールシート"),
    ("A program of yours", "自作のプログラム"),
    ("Take from the ends", "両端取り"),
    ("Two stacks", "二つの山札"),
    ("Take stones", "石取り"),
    ("Pairs on a board", "盤の隣どうし"),
    ("Pairs of cards", "カードの組"),
    ("Shiritori", "しりとり"),
    ("Word chain", "三文字しりとり"),
    ("Round the circle", "円周めぐり"),
    ("Three men's morris", "スリー・メンズ・モリス"),
    ("Six men's morris", "シックス・メンズ・モリス"),
    ("Domineering", "ドミニアリング"),
    ("Clobber", "クロバー"),
    ("Amazons", "アマゾン"),
    ("Col", "コル"),
    ("Snort", "スノート"),
    ("NoGo", "ノーゴー"),
    ("Cutcake", "ケーキ切り"),
    ("Hackenbush", "ハッケンブッシュ"),
    ("Toads and Frogs", "ヒキガエルとカエル"),
    ("Toppling dominoes", "ドミノ倒し"),
    ("Dots and boxes", "ドット・アンド・ボックス"),
    ("Hexapawn", "ヘキサポーン"),
    ("Breakthrough", "ブレイクスルー"),
    ("Othello", "オセロ"),
    ("Nim", "ニム"),
    ("Octal games", "八進ゲーム"),
    ("Chomp", "チョンプ"),
    ("Kalah", "カラハ"),
    ("Hex", "ヘックス"),
    ("Shannon's switching game", "シャノンのスイッチングゲーム"),
    ("Pong hau k'i", "ポン・ハウ・キ"),
    ("Hare and hounds", "うさぎと猟犬"),
    ("Dobutsu shogi", "どうぶつしょうぎ"),
    ("Gobblet Gobblers", "ゴブレットゴブラーズ"),
    (
        "three cups in a row on 3 x 3 cells; a larger cup covers a smaller one",
        "3×3マスにカップを三つ並べれば勝ち。大きいカップは小さいカップにかぶせられる",
    ),
    (
        "who lifts a cup and so shows a row of the other player has lost, unless the cup covers this row again; a move is `row,column-row,column` from 1, a new cup its size, `*` and `row,column`; a position is its rows joined by `/`, of cells joined by `,`: the cups from the smallest, `S`, `M`, `L`, Second's small, or `.`; then `:second` where Second is to move",
        "カップを持ち上げて相手の列を見せた者は、そのカップでまた列を隠さないかぎり負け。手は「行,列-行,列」（1から数える）、新しいカップは大きさと `*` と「行,列」。局面は行を `/`、行の中のマスを `,` でつなぐ：カップを小さい順に `S`、`M`、`L`（後手は小文字）、なければ `.`。後手番なら `:second` をつける",
    ),
    (
        "a cup covers another, which counts again when the cup goes, and no rules file has that",
        "カップは別のカップを隠し、どけるとまた現れる。ルールファイルにそれはない",
    ),
    ("three in a row on three by three", "三目並べ"),
    (
        "three in a row wins; a full board goes to the greater sum of claimed numbers",
        "三つ並べれば勝ち、埋まれば取った数の合計で勝負",
    ),
    (
        "a given number in a row on a rectangle",
        "長方形の盤で決まった数だけ並べる",
    ),
    (
        "a given number in a row; marks fall to the bottom of their column",
        "石が下に落ちる盤で決まった数だけ並べる",
    ),
    (
        "Connect Four: four in a row, marks fall to the bottom of their column",
        "四目並べ（石は列の下に落ちる）",
    ),
    (
        "one common mark; a board dies with its first line, and the player who kills the last board loses",
        "印は共通。並ぶと盤が終わり、最後の盤を終わらせた方が負け",
    ),
    (
        "a full line through a cube: 3x3x3, or 4x4x4 (Qubic)",
        "立体三目（3×3×3）または立体四目（4×4×4）",
    ),
    (
        "claim cells: any board, lines, weights, gravity, misère play, marks",
        "マスを取るゲーム全般（盤・列・数・重力・逆形・印を自由に）",
    ),
    (
        "move one piece right or down in turn; entering a cell earns its points",
        "一つの駒を右か下へ交互に動かし、入ったマスの点を得る",
    ),
    (
        "a game written down position by position: the player to move, the moves and their points",
        "局面と手を書き並べたゲーム",
    ),
    (
        "take the number at either end of a row in turn, and gain it",
        "列の端の数を交互に取って得点する",
    ),
    (
        "take the number on top of either of two stacks in turn, and gain it",
        "二つの山の上の数を交互に取って得点する",
    ),
    (
        "remove one of several allowed numbers of stones from a heap in turn",
        "石の山から決まった個数を交互に取る",
    ),
    (
        "fill a board in turn; neighbours with equal marks pay First, others Second",
        "盤を交互に埋め、隣が同じ印なら先手、違えば後手の得点",
    ),
    (
        "remove two cards with equal fronts or equal backs in turn; a player who cannot move loses",
        "表か裏が同じ二枚を交互に取り除き、できない方が負け",
    ),
    (
        "say an unused word that begins with the last letter in turn; a player who cannot move loses",
        "しりとり（一度だけ使える言葉、続けられない方が負け）",
    ),
    (
        "say a word that begins with the last letters of the one before, again and again",
        "前の言葉の最後の数文字で始まる言葉を言い続ける",
    ),
    (
        "move a piece round a circle, each player by steps of their own, to bring it to place 1",
        "輪の上の駒をそれぞれの歩数で動かし、1番に着ける",
    ),
    (
        "set three men on a 3 x 3 board, then move them; three in a line win",
        "3×3の盤に三つずつ石を置き、それから動かす。一列に三つ並べれば勝ち",
    ),
    (
        "set six men on two squares, then move them; a line of three takes a man",
        "二重の四角に六つずつ石を置き、それから動かす。三つ並べれば相手の石を一つ取る",
    ),
    (
        "a game of your own, declared in a file: cells, pieces, heaps or a graph",
        "ファイルに書いた自分のゲーム（マス取り・駒・山・グラフ）",
    ),
    (
        "claimed cells: as `positional`, and `swap`, `pass`; pieces: a move is its cells, `3,1-2,1`, or `3,1x2,2` where it captures, a position is its rows joined by `/`, First's pieces in capitals",
        "マス取りは `positional` と同じで、ほかに `swap`、`pass`。駒は動く前と後のマス（`3,1-2,1`、取るときは `3,1x2,2`）。局面は行を `/` でつなぎ、先手の駒は大文字",
    ),
    (
        "points are numbered from 1 in reading order; a move is the point where a man is set (`5`) or the points it goes from and to (`5-8`), then `x` and the point of the man taken; a position is its rows joined by `/`, then while men are set `:` and how many have been, and after that `:second` where Second is to move",
        "点には左上から読む順に1から番号がつく。手は石を置く点（`5`）か、動く前と後の点（`5-8`）で、石を取るなら `x` とその点を続ける。局面は行を `/` でつなぎ、石を置く間は `:` と置いた数を、その後は後手の番なら `:second` をつける",
    ),
    (
        "cover two free cells in turn, one player vertically, the other horizontally; a player who cannot move loses",
        "空いた二マスを交互にふさぐ。一方は縦に、他方は横に。置けない方が負け",
    ),
    (
        "a move is the two cells covered, `row,column-row,column` from 1; a position is its rows joined by `/`, `#` covered and `.` free, then `:second` where Second is to move",
        "手はふさぐ二マス「行,列-行,列」（1から数える）。局面は行を `/` でつなぐ：`#` ふさがった、`.` 空き。後手番なら `:second` をつける",
    ),
    (
        "move a man onto a neighbouring man of the opponent and take it; a player who cannot move loses",
        "隣の相手の石の上へ動いて取る。動けない方が負け",
    ),
    (
        "a move is `row,column-row,column` from 1; a position is its rows joined by `/`, `x` First, `o` Second, `.` empty, then `:second` where Second is to move",
        "手は「行,列-行,列」（1から数える）。局面は行を `/` でつなぐ：`x` 先手、`o` 後手、`.` 空き。後手番なら `:second` をつける",
    ),
    (
        "draw sides of boxes; a player who closes a box gets a point and moves again",
        "箱の辺を引き合う。箱を閉じれば一点、もう一度引ける",
    ),
    (
        "a move is the side drawn, numbered from 1 in reading order; a position is the rows of sides joined by `/`, `-` or `|` drawn and `.` not, then `:second` where Second is to move",
        "手は引く辺の番号（左上から読む順に1から）。局面は辺の行を `/` でつなぐ：`-` と `|` は引いた辺、`.` は引いていない辺。後手番なら `:second` をつける",
    ),
    (
        "pawns step on and take diagonally; reach the far row, or leave the other no move",
        "歩は前へ進み、斜め前を取る。一番奥に着くか、相手を動けなくすれば勝ち",
    ),
    (
        "pieces step on, straight or diagonally, and take diagonally; reach the far row",
        "駒は前か斜め前へ進み、斜め前だけを取る。一番奥に着けば勝ち",
    ),
    (
        "a move is `row,column-row,column` from 1; a position is its rows joined by `/`, `x` First (who goes up), `o` Second, `.` empty, then `:second` where Second is to move",
        "手は「行,列-行,列」（1から数える）。局面は行を `/` でつなぐ：`x` 先手（上へ進む）、`o` 後手、`.` 空き。後手番なら `:second` をつける",
    ),
    (
        "enclose the other's discs and turn them over; the player with more discs at the end wins",
        "相手の石をはさんで裏返す。終わりに石の多い方が勝ち",
    ),
    (
        "a move is `row,column` from 1, or `pass`; a position is its rows joined by `/`, `x` First, `o` Second, `.` empty, then `:second` where Second is to move",
        "手は「行,列」（1から数える）か `pass`。局面は行を `/` でつなぐ：`x` 先手、`o` 後手、`.` 空き。後手番なら `:second` をつける",
    ),
    (
        "take any number of stones from one heap; a player who cannot move loses, or wins",
        "一つの山から好きな数の石を取る。取れない方が負け（または勝ち）",
    ),
    (
        "positions: the stones of each heap joined by `/`, then `:second` where Second is to move; moves: HEAP,STONES, the heap from 1 and the stones taken",
        "局面は山の石の数を `/` でつなぐ（後手番なら `:second`）。手は「山,石」：1から数えた山と取る石の数",
    ),
    (
        "take stones from one heap and perhaps split it, by a code; a player who cannot move loses, or wins",
        "符号の決まりで一つの山から石を取り、分けることもある。動けない方が負け（または勝ち）",
    ),
    (
        "positions: the stones of each heap joined by `/`, then `:second` where Second is to move; moves: SIZE>LEFT or SIZE>LEFT+LEFT, or HEAP,STONES where no heap can be split",
        "局面は山の石の数を `/` でつなぐ（後手番なら `:second`）。手は「山の石>残り」か「山の石>残り+残り」。山が分かれない決まりでは「山,取る石」",
    ),
    (
        "eat a square and all below and right of it; the player who eats the poisoned corner loses",
        "一かけを選び、その右と下をすべて食べる。毒の角を食べた方が負け",
    ),
    (
        "a move is the square bitten, `row,column` from 1, where 1,1 is poisoned; a position is the squares left of each row joined by `/`, then `:second` where Second is to move",
        "手はかじるマス「行,列」（1から数え、1,1 が毒）。局面は各行に残るマスの数を `/` でつなぐ（後手番なら `:second`）",
    ),
    (
        "sow the seeds of a pit; seeds in your store are points, and if the last one falls there, you move again",
        "穴の種をまく。自分の倉に入れば点になり、最後の一つが倉に入ればもう一度まける",
    ),
    (
        "a move is the pit sown, from 1 at the mover's left; a position is the seeds of First's pits in that order joined by `/`, then `//` and Second's, then `:second` where Second is to move; the stores are in the points gained",
        "手はまく穴（手番の左から1）。局面は先手の穴の種をその順に `/` でつなぎ、`//` の後に後手の穴（後手番なら `:second`）。倉の種は得点に数える",
    ),
    (
        "join two opposite sides of a rhombus of hexagons: First top and bottom, Second left and right",
        "六角形を並べたひし形の盤で向かい合う辺をつなぐ。先手は上下、後手は左右",
    ),
    (
        "a move is `row,column` from 1; a position is its rows joined by `/`, `x` First, `o` Second, `.` empty, then `:second` where Second is to move",
        "手は「行,列」（1から数える）。局面は行を `/` でつなぐ：`x` 先手、`o` 後手、`.` 空き。後手番なら `:second` をつける",
    ),
    (
        "two men each on five points; move along a line, and block the other",
        "五つの点に石が二つずつ。線に沿って動かし、相手を動けなくする",
    ),
    (
        "three hounds that never go back hunt a hare; it escapes past them, or for ever",
        "後戻りしない三匹の犬がうさぎを追う。うさぎは犬を抜くか、逃げ続ければ勝ち",
    ),
    (
        "a move is `row,column-row,column` from 1; a position is its rows joined by `/`, `x` First, `o` Second, `.` a free point, `_` none, then `:second` where Second is to move",
        "手は「行,列-行,列」（1から数える）。局面は行を `/` でつなぐ：`x` 先手、`o` 後手、`.` 空いた点、`_` 点のない所。後手番なら `:second` をつける",
    ),
    (
        "shogi of four animals each on 3 x 4 cells; take the lion, or bring yours across",
        "どうぶつしょうぎ。3×4マスに動物が四つずつ。相手のライオンを取るか、自分のライオンを奥まで進めれば勝ち",
    ),
    (
        "a move is `row,column-row,column` from 1, a drop the animal, `*` and `row,column`; a position is its rows joined by `/`, `L` lion, `G` giraffe, `E` elephant, `C` chick, `H` hen, Second's small, `.` empty, then `+` and what is in hand, then `:second` where Second is to move",
        "手は「行,列-行,列」（1から数える）、打つ手は動物と `*` と「行,列」。局面は行を `/` でつなぐ：`L` ライオン、`G` きりん、`E` ぞう、`C` ひよこ、`H` にわとり（後手は小文字）、`.` 空き。持ち駒は `+` の後、後手番なら `:second` をつける",
    ),
    (
        "one player takes edges of a graph to join two nodes, the other removes edges to separate them",
        "一方はグラフの辺を取って二つの点をつなぎ、他方は辺を取り除いて切り離す",
    ),
    (
        "a move is the two nodes of the edge taken, the lower one first, then `#2`, `#3`, ... where edges are parallel; a position is a letter for every edge in their order, `x` First's, `o` Second's, `.` free, then `:second` where Second is to move",
        "手は取る辺の二つの点（番号の小さい方が先）。同じ二点を結ぶ辺の二本目からは `#2`、`#3` … をつける。局面は辺の順に一文字ずつ：`x` 先手の辺、`o` 後手の辺、`.` 空き。後手番なら `:second` をつける",
    ),
    (
        "cut an edge of your colour or a green one, and edges no longer joined to the ground fall; a player who cannot cut loses",
        "自分の色か緑の辺を切ると、宙に浮いた部分はすべて落ちる。切れない方が負け",
    ),
    (
        "a move is the two nodes of the edge, the lower one first, then `#2`, `#3`, ... where edges are parallel; a position is a letter for every edge in their order, `b`, `r` or `g` if it stands, `.` if not, then `:second` where Second is to move",
        "手は辺の二つの点（番号の小さい方が先）。同じ二点を結ぶ辺の二本目からは `#2`、`#3` … をつける。局面は辺の順に一文字ずつ：残っていれば `b`、`r`、`g`、なければ `.`。後手番なら `:second` をつける",
    ),
    (
        "edges no longer joined to the ground fall, which no rules file can express",
        "宙に浮いた部分がすべて落ちるゲームは、ルールのファイルで書けない",
    ),
    (
        "a move is `row,column` from 1; a position is its rows joined by `/`: `x` First, `o` Second, `.` empty",
        "手は1から数えた「行,列」。局面は行を `/` でつなぐ：`x` 先手、`o` 後手、`.` 空き",
    ),
    (
        "a move is `row,column` (`layer,row,column`) from 1, with the mark in front where either may be placed; a position is its rows joined by `/`, layers and boards by `//`: `x`, `o`, `.` empty, `_` hole",
        "手は「行,列」（「層,行,列」）。どちらの印も置けるときは印を前に。局面は行を `/`、層や盤を `//` でつなぐ：`x`、`o`、`.` 空き、`_` 穴",
    ),
    (
        "a move is its column from 1; a position is the columns played (`4453`, with commas beyond 9 columns) or its rows from the top joined by `/`",
        "手は1から数えた列。局面は落とした列の並び（`4453`、10列以上は `,` 区切り）か、上からの行を `/` でつないだもの",
    ),
    (
        "a move is `row,column` (`board,row,column`) from 1; a position is its rows joined by `/`, boards by `//`: `x` marked, `.` empty",
        "手は「行,列」（「盤,行,列」）。局面は行を `/`、盤を `//` でつなぐ：`x` 印、`.` 空き",
    ),
    (
        "a move is `layer,row,column` from 1; a position is its rows joined by `/`, layers by `//`: `x` First, `o` Second, `.` empty",
        "手は「層,行,列」。局面は行を `/`、層を `//` でつなぐ：`x` 先手、`o` 後手、`.` 空き",
    ),
    (
        "positions ROW,COLUMN from 1 (then `:second` where Second is to move and the cell does not tell); moves: the cell entered",
        "局面は1から数えた「行,列」（後手番でマスから分からなければ `:second`）。手は入るマス",
    ),
    (
        "positions: a node's name; moves: the name of the node moved to, then `#1`, `#2`, ... where edges are parallel",
        "局面は点の名前。手は行き先の名前（辺が重なるときは `#1`、`#2` をつける）",
    ),
    (
        "positions FIRST-LAST, the places from 1 of the numbers at the ends, or `empty`; moves: left, right",
        "局面は両端の位置「最初-最後」か `empty`。手は left（左）、right（右）",
    ),
    (
        "positions LEFT,RIGHT: how many numbers are left on either stack; moves: left, right",
        "局面は残りの数「左,右」。手は left（左）、right（右）",
    ),
    (
        "positions: the stones left, then `:second` where Second is to move; moves: the stones removed",
        "局面は残りの石（後手番なら `:second`）。手は取る石の数",
    ),
    (
        "positions: rows joined by `/`, `x` First, `o` Second, `.` empty; moves ROW,COLUMN from 1",
        "局面は行を `/` でつなぐ：`x` 先手、`o` 後手、`.` 空き。手は「行,列」",
    ),
    (
        "positions: `#` for each card that is left and `.` for each that is gone; moves CARD,CARD by their places from 1, the lower one first",
        "局面は残っているカードが `#`、ないカードが `.`。手は二枚の番号（小さい方が先）",
    ),
    (
        "positions: `#` for each word that has been said and `.` for each other, then `:LETTER` where the next word must begin with it; moves: the word",
        "局面は使った言葉が `#`、ほかは `.`、次の頭文字があれば `:文字`。手は言葉",
    ),
    (
        "positions LINK:first and LINK:second, what the next word begins with and who says it, and `-` before any word; moves: the word",
        "局面は「次の頭:番」、最初は `-`。手は言葉",
    ),
    (
        "positions: the place from 1, then `:second` where Second is to move; moves: the place moved to",
        "局面は1から数えた場所（後手番なら `:second`）。手は行き先",
    ),
];
