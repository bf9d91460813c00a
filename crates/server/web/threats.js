// Wins by threats, as in certificates of version 4: after each move of a sequence the other side must mark one cell,
// until there are two such cells. Each player has own marks, and a line of them wins.

/**
 * A position with moves that can be undone. Each mark updates the cells that would complete a line, because opening a
 * large proof asks for them millions of times.
 */
export class Race {
  constructor(game, at, claimant) {
    Object.assign(this, { game, claimant, at: new Uint8Array(game.count), past: [] });
    /** For each player, the number of marks in each line, and the cells that were the only missing one of a line, even if marked since. */
    this.counts = [0, 1].map(() => new Uint8Array(game.lines.length));
    this.missing = [0, 1].map(() => game.lines.filter((line) => line.length === 1).flat());
    at.forEach((mark, cell) => mark && this.put(mark - 1, cell));
  }

  put(player, cell) {
    const { game, at } = this;
    this.past.push(cell);
    at[cell] = player + 1;
    for (const number of game.through[cell]) {
      const line = game.lines[number];
      if ((this.counts[player][number] += 1) === line.length - 1) this.missing[player].push(line.find((other) => at[other] !== player + 1));
    }
  }

  back() {
    const { game, at } = this;
    const cell = this.past.pop();
    const player = at[cell] - 1;
    for (const number of game.through[cell]) {
      if ((this.counts[player][number] -= 1) === game.lines[number].length - 2) this.missing[player].pop();
    }
    at[cell] = 0;
  }

  /** The open cells on which a player completes a line. */
  completing(player) {
    const missing = this.missing[player];
    return missing.filter((cell, at) => this.game.isFree(this.at, cell) && missing.indexOf(cell) === at);
  }

  /** How the claimant, to move, wins: by the cell that completes a line, or by one of the sequences. */
  win(sequences) {
    const [cell] = this.completing(this.claimant);
    if (cell !== undefined) return { cell };
    const sequence = sequences.find((sequence) => this.wins(sequence));
    return sequence && { sequence };
  }

  /** How the claimant wins after a reply. */
  winAfter(reply, sequences) {
    this.put(1 - this.claimant, reply);
    const win = this.win(sequences);
    this.back();
    return win;
  }

  /** Whether a sequence wins. `steps` receives each threat with the forced reply, and the last one with the cells that complete a line. */
  wins(sequence, steps) {
    const from = this.past.length;
    const does = this.threaten(sequence, steps);
    while (this.past.length > from) this.back();
    return does;
  }

  threaten(sequence, steps) {
    for (const cell of sequence) {
      if (!this.game.isFree(this.at, cell)) return false;
      this.put(this.claimant, cell);
      if (this.completing(1 - this.claimant).length) return false;
      const ends = this.completing(this.claimant);
      if (ends.length !== 1) {
        steps?.push({ cell, ends });
        return ends.length > 1;
      }
      const [forced] = ends;
      this.put(1 - this.claimant, forced);
      // If marks fall, the reply may have opened a cell.
      const opened = this.completing(this.claimant);
      steps?.push({ cell, forced, ends: opened });
      if (opened.length) return true;
    }
    return false;
  }
}
