// The modules that a game needs and the front door does not; they are fetched beside the door.

import { Coach } from "/coach.js";
import { Hand } from "/hand.js";
import { Opponent } from "/opponent.js";
import { Panels } from "/panels.js";
import { Puzzles } from "/puzzles.js";
import { Study } from "/study.js";
import { View } from "/view.js";

/** Furnishes the table. */
export function furnish(app) {
  app.opponent = new Opponent(app);
  app.coach = new Coach(app);
  app.puzzles = new Puzzles(app);
  app.hand = new Hand(app);
  app.study = new Study(app);
  app.view = new View(app);
  app.panels = new Panels(app);
}
