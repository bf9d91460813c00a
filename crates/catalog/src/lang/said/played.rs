//! The rules of the games of the library, in sentences.

/// Sentences and their Japanese, in no order.
pub(super) const TEXTS: &[(&str, &str)] = &[
    (
        "The lion moves one step in any direction, the giraffe straight, the elephant diagonally, and the chick forward. A chick that moves to the far row becomes a hen, which moves in all directions except diagonally back.",
        "ライオンはどの向きにも一歩、キリンは縦横に一歩、ゾウは斜めに一歩、ヒヨコは前に一歩動く。一番奥の段に進んだヒヨコはニワトリになり、斜め後ろ以外のどの向きにも一歩動ける。",
    ),
    (
        "A piece moves to an empty cell, or takes a piece of the opponent. The player who took it may later drop it on any empty cell in place of a move, a hen as a chick.",
        "駒は空いたマスに動くか、相手の駒を取る。取った駒は持ち駒になり、動かす代わりに空いたマスのどこにでも打てる（ニワトリはヒヨコに戻る）。",
    ),
    (
        "A player wins who takes the opponent's lion, or whose own lion stands on the far row and cannot be taken at once.",
        "相手のライオンを取るか、自分のライオンが一番奥の段に入ってすぐには取られなければ勝ち。",
    ),
    (
        "A player moves one of their men onto a man of the opponent in a cell beside it (not diagonally), and takes that man off the board.",
        "自分の駒を上下左右に隣り合う相手の駒の上に動かし、その駒を盤から取り除く。",
    ),
    (
        "The players take turns to remove two cards that have the same number on their fronts, or the same number on their backs.",
        "表の数が同じか、裏の数が同じカードを二枚、交互に取り除く。",
    ),
    (
        "The players take turns to cut one piece of the cake into two along a line between its squares: First from top to bottom, Second from left to right.",
        "ケーキの一切れをマスの境の線に沿って交互に二つに切る。先手は縦（上から下）に、後手は横（左から右）に切る。",
    ),
    (
        "The players take turns to bite a square, and eat with it all squares below it, right of it, and below those to the right.",
        "交互にマスを一つ選び、そのマスと、その下、右、右下にあるマスをすべて食べる。",
    ),
    (
        "The square at the top left is poisoned: whoever eats it loses.",
        "左上のマスは毒入り。それを食べた方の負け。",
    ),
    (
        "The players take turns to move one piece, which starts at the top left: {}.",
        "左上にある一つの駒を交互に動かす：{0}。",
    ),
    ("one cell to the right or down", "右か下へ一マス"),
    (
        "one cell to the right, down, or diagonally down to the right",
        "右、下、右斜め下のどれかへ一マス",
    ),
    (
        "by one of the steps {} (`DOWN+RIGHT`: rows down and columns to the right)",
        "進み方 {0} のどれか（`DOWN+RIGHT` は下への行数と右への列数）",
    ),
    (
        "Whoever enters a cell gains its points: `+` is a point, and `-` costs one.",
        "マスに入った方がその点を得る。`+` は 1 点、`-` は -1 点。",
    ),
    (
        "Whoever enters a cell gains its number of points.",
        "マスに入った方がその数の点を得る。",
    ),
    (
        "The game ends when the piece cannot move on.",
        "駒が動けなくなったら終わり。",
    ),
    (
        "The players take turns to set their three men on free points. After that, each move takes a man along a line to the next point, if it is free.",
        "まず交互に、駒を三つずつ空いた点に置く。置き終えたら、駒を一つ、線でつながる隣の空いた点に動かす。",
    ),
    (
        "Whoever has three men in a line wins.",
        "自分の駒を三つ一列に並べた方の勝ち。",
    ),
    (
        "The players take turns to set their six men on free points. After that, each move takes a man along a line to the next point, if it is free; a player with three men left may move to any free point.",
        "まず交互に、駒を六つずつ空いた点に置く。置き終えたら、駒を一つ、線でつながる隣の空いた点に動かす。駒が三つになったら、空いた点のどこへでも動かせる。",
    ),
    (
        "The players take turns to set their six men on free points. After that, each move takes a man along a line to the next point, if it is free.",
        "まず交互に、駒を六つずつ空いた点に置く。置き終えたら、駒を一つ、線でつながる隣の空いた点に動かす。",
    ),
    (
        "Whoever makes a line of three takes a man of the opponent, if possible one that is in no such line.",
        "三つ並べたら、相手の駒を一つ取る。三つ並んだ列にない駒があれば、その中から取る。",
    ),
    (
        "A player with fewer than three men loses; men that are still to be set count.",
        "駒が三つより少なくなった方の負け。まだ置いていない駒も数える。",
    ),
    (
        "The players take turns to take stones from the heap, one of these numbers: {}.",
        "交互に山から石を取る。一度に取れる数は {0}。",
    ),
    (
        "The stones that players take are their points, and the game ends when nobody can take any. The player with more points wins; equal points are a draw.",
        "取った石の数が得点になり、取れなくなったら終わり。得点の多い方の勝ちで、同点なら引き分け。",
    ),
    (
        "The players take turns to colour an empty cell in their own colour. Two cells of the same colour may not share a side.",
        "交互に空いたマスを自分の色で塗る。同じ色のマスは上下左右に隣り合えない。",
    ),
    (
        "The players take turns to colour an empty cell in their own colour. Two cells of different colours may not share a side.",
        "交互に空いたマスを自分の色で塗る。違う色のマスは上下左右に隣り合えない。",
    ),
    (
        "The players take turns to mark an empty cell.",
        "交互に空いたマスに印を置く。",
    ),
    (
        "First wins with a chain of marks from the upper side to the lower, and Second with one from the left side to the right.",
        "先手は上の辺と下の辺を、後手は左の辺と右の辺を自分の印の鎖でつなげば勝ち。",
    ),
    (
        "One of them always succeeds, so there is no draw.",
        "必ずどちらかがつながるので、引き分けはない。",
    ),
    (
        "The players take turns to put their mark in an empty cell. The numbers between the cells are points.",
        "交互に空いたマスに自分の印を置く。マスの間の数は点。",
    ),
    (
        "When the board is full, First gains the points between two equal marks, and Second those between two different marks.",
        "盤が埋まったら、同じ印の間の点は先手が、違う印の間の点は後手が得る。",
    ),
    (
        "The players take turns to say a word of the list. It begins with the last letters of the word before, {} of them. Words may be said again.",
        "一覧の単語を交互に言う。前の単語の最後の {0} 文字で始まる単語でなければならない。同じ単語を何度言ってもよい。",
    ),
    (
        "First and Second have two men each. A player moves a man along a line to the free point.",
        "先手も後手も駒は二つ。自分の駒を一つ、線に沿って空いた点に動かす。",
    ),
    (
        "First moves a hound along a line to a free point, but never back to the left. Second moves the hare along a line to a free point, in any direction.",
        "先手は猟犬を一頭、線に沿って空いた点に動かすが、左へは戻れない。後手はうさぎを、線に沿って空いた点にどの向きにも動かす。",
    ),
    (
        "First wins if the hare cannot move. Second wins if the hare is to the left of all hounds, if no hound can move, or if play never ends.",
        "うさぎが動けなくなれば先手の勝ち。うさぎがどの猟犬よりも左に出るか、猟犬が動けなくなるか、いつまでも終わらなければ後手の勝ち。",
    ),
    (
        "The players take turns to take the number at the left or at the right end of the row, and gain it as points.",
        "列の左端か右端の数を交互に取り、その点を得る。",
    ),
    (
        "The game ends when no number is left.",
        "数がなくなったら終わり。",
    ),
    (
        "Each player has cups of sizes 1 to {}, so many of each: {}.",
        "どちらも大きさ 1 から {0} のカップを {1} 個ずつ持つ。",
    ),
    (
        "The players take turns to put down a new cup, or to move a cup of their own that is not covered. It goes to an empty cell, or covers smaller cups of either player.",
        "交互に、新しいカップを置くか、盤にある自分のカップ（かぶせられていないもの）を動かす。空いたマスに置くか、どちらのものでも自分より小さいカップにかぶせる。",
    ),
    (
        "Whoever has three uncovered cups in a row wins, across, down or diagonally. A player who lifts a cup and so shows a row of the opponent loses, unless the cup covers this row again.",
        "見えている自分のカップが縦、横、斜めに三つ並べば勝ち。カップを持ち上げて相手の列を見せたら、そのカップでまた列を隠さないかぎり負け。",
    ),
    (
        "First's pawns go up, and Second's go down. A pawn steps straight forward to an empty cell, or takes a pawn of the opponent diagonally forward.",
        "先手のポーンは上へ、後手のポーンは下へ進む。まっすぐ前の空いたマスに一歩進むか、斜め前にある相手のポーンを取る。",
    ),
    (
        "Whoever brings a pawn to the far row wins.",
        "ポーンを一番奥の段に進めた方の勝ち。",
    ),
    (
        "First's pieces go up, and Second's go down. A piece steps forward to an empty cell, straight or diagonally, or takes a piece of the opponent diagonally forward.",
        "先手の駒は上へ、後手の駒は下へ進む。前か斜め前の空いたマスに一歩進むか、斜め前にある相手の駒を取る。",
    ),
    (
        "Whoever brings a piece to the far row wins.",
        "駒を一番奥の段に進めた方の勝ち。",
    ),
    (
        "With each move, First covers two free cells side by side (horizontally), and Second two free cells one above the other (vertically).",
        "一手ごとに、先手は横に並ぶ空いた二マスを、後手は縦に並ぶ空いた二マスをドミノで覆う。",
    ),
    (
        "With each move, First covers two free cells one above the other (vertically), and Second two free cells side by side (horizontally).",
        "一手ごとに、先手は縦に並ぶ空いた二マスを、後手は横に並ぶ空いた二マスをドミノで覆う。",
    ),
    (
        "The players take turns to say a word of the list that nobody has said. It begins with the last letter of the word before.",
        "一覧の、まだ誰も言っていない単語を交互に言う。前の単語の最後の文字で始まる単語でなければならない。",
    ),
    (
        "A player puts down a disc so that discs of the opponent lie in a straight line between it and another disc of the player, and turns all discs between them over.",
        "置く石と自分の別の石で相手の石をまっすぐ挟むように石を置き、挟んだ石をすべて裏返す。",
    ),
    (
        "A player who cannot do so passes. The game ends when neither player can move.",
        "置けなければパスする。どちらも置けなくなったら終わり。",
    ),
    (
        "The player with more discs wins; equal numbers are a draw.",
        "石の多い方の勝ちで、同数なら引き分け。",
    ),
    (
        "A player takes all seeds out of one of their pits and sows them one by one, counter-clockwise, into the next pits and into their own store, but not into the opponent's.",
        "自分の穴を一つ選び、その種をすべて取って、反時計回りに続く穴へ一つずつまく。自分の蔵にもまくが、相手の蔵は飛ばす。",
    ),
    (
        "If the last seed falls into the store, the player moves again. If it falls into an empty pit of the player and the opposite pit has seeds, the player puts this seed and the opposite ones into the store.",
        "最後の種が自分の蔵に入れば、もう一度動く。自分の空の穴に入り、向かいの穴に種があれば、その種と向かいの種を自分の蔵に入れる。",
    ),
    (
        "The game ends when all pits of a player are empty; the seeds left go to the store of the other player. Whoever has more seeds in the store wins, and equal numbers are a draw.",
        "一方の穴がすべて空になったら終わり。残った種はもう一方の蔵に入る。蔵の種の多い方の勝ちで、同数なら引き分け。",
    ),
    (
        "First cuts a blue edge, Second a red one, and either of them a green one. All edges that are no longer joined to the ground fall.",
        "先手は青い枝を、後手は赤い枝を切り、緑の枝はどちらも切れる。地面とつながらなくなった枝はすべて落ちる。",
    ),
    (
        "The players take turns to drop a mark into a column, where it falls to the lowest empty cell.",
        "交互に列を選んで印を落とす。印はその列の一番下の空いたマスに落ちる。",
    ),
    (
        "Whoever first has so many marks in a row wins, across, down or diagonally: {}.",
        "先に縦、横、斜めのどれかに自分の印を {0} 個並べた方の勝ち。",
    ),
    (
        "A full board without such a row is a draw.",
        "並ばないまま盤が埋まれば引き分け。",
    ),
    (
        "The players take turns to draw a side of a box.",
        "交互に箱の辺を一本引く。",
    ),
    (
        "Whoever draws the last missing side of a box gets a point for it and moves again.",
        "箱の最後の辺を引いた方が 1 点を得て、続けてもう一本引く。",
    ),
    (
        "The game ends when all sides are drawn.",
        "すべての辺が引かれたら終わり。",
    ),
    (
        "The players take turns to put a stone of their own on a free point. After each move, every chain of stones of either player must have a free point beside it.",
        "交互に空いた点に自分の石を置く。置いたあと、どちらの石のつながりにも、隣に空いた点がなければならない。",
    ),
    (
        "A player moves an amazon like a chess queen. From there the amazon shoots an arrow, which flies like a queen too, and the cell where it lands is burnt.",
        "アマゾンをチェスのクイーンのように動かす。そこから矢を、やはりクイーンのように飛ばし、矢が落ちたマスは焼ける。",
    ),
    (
        "No amazon and no arrow enters or crosses a burnt cell or another amazon.",
        "焼けたマスやほかのアマゾンには、アマゾンも矢も入れず、越えることもできない。",
    ),
    (
        "The players take turns to take the number on top of either stack, and gain it as points.",
        "どちらかの山の一番上の数を交互に取り、その点を得る。",
    ),
    (
        "The game ends when both stacks are empty.",
        "どちらの山もなくなったら終わり。",
    ),
    (
        "The players take turns to move one piece onward round the circle, by one of their own numbers of places. First's are {}, and Second's are {}.",
        "円周上の一つの駒を、交互に先へ進める。一度に進める数は、先手が {0}、後手が {1}。",
    ),
    (
        "Whoever brings the piece to place 1 wins.",
        "駒を 1 番の場所に着けた方の勝ち。",
    ),
    (
        "First moves a toad to the right, and Second a frog to the left: to the next place if it is empty, or over one animal of the other kind to the empty place behind it.",
        "先手はヒキガエルを右へ、後手はカエルを左へ動かす。隣が空いていれば隣へ、隣が相手の一匹でその先が空いていれば跳び越える。",
    ),
    (
        "A player topples a domino of their own to the left or to the right. All dominoes on that side fall with it, as far as the next gap.",
        "自分のドミノを一つ、左か右に倒す。そちら側のドミノは、次のすき間まですべて一緒に倒れる。",
    ),
    (
        "With each move, {} takes an edge for good, and {} removes an edge that nobody has taken.",
        "一手ごとに、{0}は辺を一本確保し、{1}はまだ確保されていない辺を一本取り除く。",
    ),
    (
        "{} wins if taken edges join node {} to node {}, and {} wins if no path can join them any more.",
        "{0}は確保した辺で点 {1} と点 {2} をつなげば勝ち。つなぐ道がなくなれば{3}の勝ち。",
    ),
    (
        "The program knows the rules: which moves there are, when the game ends, and who wins then.",
        "ルールはプログラムが知っている。できる手も、いつ終わって誰が勝つかも、プログラムが答える。",
    ),
    (
        "A player who cannot move loses.",
        "手がなくなった方の負け。",
    ),
    ("A player who cannot move wins.", "手がなくなった方の勝ち。"),
    (
        "Play that never ends is a draw.",
        "いつまでも終わらなければ引き分け。",
    ),
    (
        "The player with more points wins; equal points are a draw.",
        "得点の多い方の勝ちで、同点なら引き分け。",
    ),
    (
        "The players take turns to put a mark of their own in an empty cell.",
        "交互に空いたマスに自分の印を置く。",
    ),
    (
        "The players take turns to put an `x` or an `o`, as they like, in an empty cell.",
        "交互に空いたマスに `x` か `o` の好きな方を置く。",
    ),
    (
        "The players take turns to put an `x` in an empty cell.",
        "交互に空いたマスに `x` を置く。",
    ),
    (
        "A mark falls to the lowest empty cell of its column.",
        "印はその列の一番下の空いたマスに落ちる。",
    ),
    (
        "A line is so many equal marks in a row, across, down or diagonally: {}.",
        "縦、横、斜めのどれかに同じ印が {0} 個並ぶと列になる。",
    ),
    (
        "A line is so many equal marks in a row, across, down, through the layers or diagonally: {}.",
        "縦、横、層の間、斜めのどれかに同じ印が {0} 個並ぶと列になる。",
    ),
    (
        "The sets of cells of the setting `patterns` are lines too, if their marks are equal.",
        "設定 `patterns` のマスの組も、印がすべて同じなら列になる。",
    ),
    (
        "Lines go on across the edges of the board.",
        "列は盤の端を越えて続く。",
    ),
    ("Whoever makes a line wins.", "列を作った方の勝ち。"),
    ("Whoever makes a line loses.", "列を作った方の負け。"),
    (
        "A line closes its board. Whoever closes the last board wins.",
        "列のできた盤は閉じる。最後の盤を閉じた方の勝ち。",
    ),
    (
        "A line closes its board. Whoever closes the last board loses.",
        "列のできた盤は閉じる。最後の盤を閉じた方の負け。",
    ),
    (
        "Play ends when the board is full.",
        "盤が埋まったら終わり。",
    ),
    (
        "Play also ends when the board is full.",
        "盤が埋まっても終わり。",
    ),
    (
        "Play also ends when every board that is left is full.",
        "残った盤がすべて埋まっても終わり。",
    ),
    ("Then it is a draw.", "そのときは引き分け。"),
    ("Then First wins.", "そのときは先手の勝ち。"),
    ("Then Second wins.", "そのときは後手の勝ち。"),
    (
        "Then the player whose cells have more points wins, and equal points are a draw.",
        "そのときは、自分のマスの点の合計が多い方の勝ちで、同点なら引き分け。",
    ),
    (
        "A mark falls in its column until it rests on the floor, on a hole or on another mark.",
        "印はその列を、底か穴か別の印に当たるまで落ちる。",
    ),
    (
        "The sets of cells of the setting `patterns` are lines, if their marks are equal.",
        "設定 `patterns` のマスの組は、印がすべて同じなら列になる。",
    ),
    (
        "A player who can take the lion has to.",
        "ライオンを取れるときは、取らなければならない。",
    ),
    ("Any word may come first.", "最初の単語は何でもよい。"),
    (
        "The players take turns to say a word of the list. It begins with the last letter of the word before. Words may be said again.",
        "一覧の単語を交互に言う。前の単語の最後の文字で始まる単語でなければならない。同じ単語を何度言ってもよい。",
    ),
    (
        "There are {} places in a circle, and the piece starts at place 2.",
        "円周上に {0} か所があり、駒は 2 番から始まる。",
    ),
    (
        "an end that names a winner decides alone, whatever the points",
        "勝者の決まっている終点では、点数によらずその方の勝ち",
    ),
];
