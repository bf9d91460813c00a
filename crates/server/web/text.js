// What the page says, in the language chosen. English is here, Japanese in ja.js, which is fetched when
// somebody reads it; both have the same keys, which the tests compare. What the server says comes in the
// language that it is asked in.

export const en = {
  language: "日本語",
  language_label: "日本語に切り替える",
  skip: "Skip to the board",
  game: "Game",
  help: "Help",
  theme: "Theme",
  theme_auto: "Theme: auto",
  theme_light: "Theme: light",
  theme_dark: "Theme: dark",
  play: "Play",
  first: "First",
  second: "Second",
  human: "a person",
  perfect: "perfect play",
  sound: "never gives the result away",
  errs: "errs now and then",
  rate: "Errors in a hundred moves that allow one",
  analysis: "Analysis",
  show_values: "Show values",
  ask: "Question",
  ask_winner: "who wins",
  ask_margin: "by how many points",
  ask_distance: "how soon",
  move: "Move",
  make: "Play it",
  tree: "Moves played",
  prune: "Delete from here",
  numbers: "Numbers",
  number_at: "Number at {place}",
  use_numbers: "Play with these numbers",
  deal_random: "Random",
  deal_fair: "Fair",
  deal_spicy: "Spicy",
  deal_daily: "Deal",
  day: "Board of the day",
  deal_help: "Fair: the opening decides, since a quarter or more of the first moves win and as many lose. Spicy: all first moves lose but one.",
  puzzles: "Puzzles",
  puzzle_help: "Positions in which one move alone wins, or one alone does not lose.",
  puzzle_new: "New puzzle",
  puzzle_end: "Leave puzzles",
  puzzle_win: "Puzzle: {player} to move. Find the only move that wins.",
  puzzle_save: "Puzzle: {player} to move. Find the only move that does not lose.",
  puzzle_right: "Right: {move} is the only one.",
  puzzle_wrong: "No: {move} does not do it. Take it back and try again.",
  streak: "Solved in a row: {count}",
  rules: "Rules",
  use_rules: "Play with these rules",
  spec: "Game as text",
  use_spec: "Open",
  examples: "Examples",
  source: "Rules: {source}",
  notation: "Notation: {notation}",
  edit: "Edit position",
  edit_on: "Touch places to change them",
  edit_as_text: "Positions of this game cannot be edited by touch: write them as text.",
  edit_none: "Nothing else can lie there while the rest stays as it is.",
  position: "Position",
  use_position: "Set up",
  share: "Share",
  copy_link: "Copy link",
  copy_text: "Copy as text",
  save_svg: "Save picture (SVG)",
  copied: "Copied.",
  not_copied: "The browser does not let pages copy here. Copy it from the address line.",
  api: "API",
  close: "Close",
  which_move: "Which move?",
  other_moves: "Moves that no place stands for",
  plies: "Going through the game",
  first_ply: "To the start",
  undo: "Take back",
  redo: "Again",
  last_ply: "To the end",
  hint: "Hint",
  why: "Why?",
  reason: "The reason",
  again: "New game",
  stop: "Stop",
  think_on: "Think on",
  any_move: "Let it play any move",
  try_again: "Try again",
  thinking: "Thinking…",
  thinking_move: "{player} is thinking…",
  dealing: "Dealing…",
  searching: "Looking for a puzzle…",
  stopped: "Stopped.",
  gone: "The server cannot be reached. Your game is kept here; the page tries again by itself.",
  back: "The server is back.",
  reloaded: "The file was saved: the game was read again.",
  to_move: "{player} to move",
  over_draw: "Over: a draw",
  over_line: "Over: {player} wins with a line",
  over_won: "Over: {player} wins",
  over_points: "Over: {player} wins by {points} {points|point|points}",
  over_even: "Over: a draw, even on points",
  nobody_better: "Nobody could do better.",
  you_won: "You won!",
  you_lost: "You lost.",
  over_circle: "Over: a draw, since play goes round in circles (as after ply {ply})",
  over_circle_won: "Over: {player} wins, since play goes round in circles (as after ply {ply})",
  score: "First {first}, Second {second}",
  made: "{player} plays {move}.",
  board: "Board",
  place: "{place}, {what}",
  empty: "empty",
  piece_disc: "disc of {player}",
  piece_pawn: "pawn of {player}",
  piece_king: "king of {player}",
  piece_token: "{symbol} of {player}",
  piece_tile: "{symbol} of {player}",
  piece_domino: "domino of {player}",
  in_hand: "in hand: {piece}, {count}",
  picked: "Picked up: {count} {count|place|places} to go to",
  numbered: "number {label}",
  win: "wins",
  draw: "draw",
  loss: "loses",
  win_in: "wins in {count} {count|ply|plies}",
  loss_in: "loses in {count} {count|ply|plies}",
  win_by: "wins by {count} {count|point|points}",
  loss_by: "loses by {count} {count|point|points}",
  best: "best",
  told: "{player} {value}",
  position_is: "{player} to move: {value}",
  from_to: "“{lower}” to “{upper}”",
  proven: "Proven: {value}. Not all moves have their values yet.",
  between: "Proven so far: between “{lower}” and “{upper}”.",
  nothing_proven: "Nothing is proven yet.",
  hint_value: "Hint 1: with best play, {value}.",
  hint_some: "Hint 2: it is one of the marked places ({count} {count|move keeps|moves keep} the result).",
  hint_move: "Hint 3: play {move}.",
  hint_over: "The game is over.",
  track: "Evaluation over the game",
  ply_label: "After ply {ply}: {value}",
  unknown: "not known",
  slip_win_to_draw: "gave away a win: now a draw",
  slip_win_to_loss: "gave away a win: now a loss",
  slip_draw_to_loss: "gave away a draw",
  slip_outright: "gave away an outright result",
  slip_points: "gave away {count} {count|point|points}",
  slip_plies: "{count} {count|ply|plies} slower than best",
  this_move: "{move}: this move {slip}.",
  more_moves: "and {count} more; type a move to play it",
  not_a_move: "{move} is not a move here.",
  cost: "{solver}, {nodes} positions, {seconds} s",
  wrong_at: "Wrong here: {part}",
  keys_on: "Keys that are letters work",
  required: "{name} (needed)",
  yes: "yes",
  no: "no",
  help_text: "Touch a place, or go to it with the arrow keys and press Enter.\nTouch or drag a piece to move it; Escape puts it back\n1 to 9: a column, where pieces fall\n← → Home End: through the game\nA: values on or off\nH: hint, in three steps\nW: why the position is worth what it is\nN: new game\nP: new puzzle\nU: take back\nT: theme\nL: language\n?: this help\n▲ wins, ＝ draws, ▼ loses for who is to move; the number says in how many plies (moves of either player), or by how many points. ★ is best. All values are proven, none is guessed.",
};

const languages = { en };
let language = "en";

/** Speaks a language from now on; one that cannot be fetched is not spoken. */
export async function setLanguage(name) {
  const before = language;
  language = name === "ja" ? "ja" : "en";
  try {
    languages[language] ??= (await import("/ja.js")).ja;
  } catch {
    // The server is gone, which the page says by other means.
    language = before;
  }
  document.documentElement.lang = language;
}

/** The language spoken, or being learnt. */
export const currentLanguage = () => language;

/** A text with its `{names}` filled in; `{count|one|many}` is the word that goes with the number. */
export function t(key, values = {}) {
  const text = languages[language]?.[key] ?? en[key] ?? key;
  const counted = text.replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (_, name, one, many) => (values[name] === 1 ? one : many));
  return counted.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Writes the texts of all elements that name one. */
export function writeTexts() {
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-aria]")) {
    element.setAttribute("aria-label", t(element.dataset.aria));
    if (element.tagName === "BUTTON") element.title = t(element.dataset.aria);
  }
}
