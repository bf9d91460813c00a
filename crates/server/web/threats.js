// Wins by threats, as certificates of version 4 hold them: after each move of a sequence the other side has to mark one
// cell, until there are two such cells. Each player has marks of their own, and a line of them wins.

/** A position in which marks are put and taken back. What would complete a line is kept with each mark: opening a large proof asks millions of times. */
export class Race {
  constructor(game, at, claimant) {
    Object.assign(this, { game, claimant, at: new Uint8Array(game.count), past: [] });
    /** Of each player, how many marks are in each line, and the cells that alone are missing in one: whoever has marked them since. */
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

  /** How the claimant, to move, wins: with the cell that completes a line, or by one of some sequences. */
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

  /** Whether a sequence wins. `steps` takes each threat with the reply that it forces, the last one with the cells that complete a line. */
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
      // Where marks fall, that may have opened a cell.
      const opened = this.completing(this.claimant);
      steps?.push({ cell, forced, ends: opened });
      if (opened.length) return true;
    }
    return false;
  }
}
