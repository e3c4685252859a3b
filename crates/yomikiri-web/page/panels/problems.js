// Mate problems: try a move, the defender answers as well as possible, until the win or the escape.

import { chooseFile, el } from "../dom.js";
import { capital, colour } from "../format.js";
import { choice, labelled, moveChips, problem } from "./parts.js";

export const title = "Problems";

/** @typedef {{game: string, line: string[], plies: number, first_moves: string[], grade?: number}} Problem */

/** @param {import("../state.js").State} state @param {HTMLElement} root */
export function open(state, root) {
  const game = choice([["trax:8x8", "8×8 Trax"], ["trax", "Trax without a limit"]], "trax:8x8");
  const plies = choice([3, 5, 7].map((length) => [String(length), `${(length + 1) / 2} moves`]), "3");
  const out = el("div", { class: "panel-part", "aria-live": "polite" });
  const help = el("div", { class: "row" });
  /** @type {Problem | null} */
  let current = null;
  /** @type {Problem[]} */
  let waiting = [];
  let isReplying = false;

  root.replaceChildren(
    el("h2", {}, "Win by force"),
    el("p", { class: "note" }, "Play the winning moves on the board. The defender always answers as well as possible."),
    el("div", { class: "row" }, labelled("Game", game), labelled("Length", plies),
      el("button", { class: "main", type: "button", onclick: () => make(Math.floor(Math.random() * 1e9)) }, "New problem"),
      el("button", { type: "button", onclick: () => make(daily()) }, "Problem of the day"),
      el("button", { type: "button", onclick: () => load() }, "From a file")),
    out, help,
  );

  function daily() {
    const now = new Date();
    return now.getUTCFullYear() * 10000 + (now.getUTCMonth() + 1) * 100 + now.getUTCDate();
  }

  /** @param {number} seed */
  async function make(seed) {
    out.replaceChildren(el("p", { class: "note" }, "Looking for a problem…"));
    help.replaceChildren();
    const answer = await state.engine.ask({ action: "problem", game: game.value, plies: Number(plies.value), seed, seconds: 120 }).done;
    if (answer.type !== "puzzle") return out.replaceChildren(problem(answer.message));
    set({ game: answer.game, line: answer.moves, plies: answer.plies, first_moves: answer.first_moves, grade: answer.grade });
  }

  async function load() {
    const file = await chooseFile(".tsv,.txt");
    if (!file) return;
    const lines = (await file.text()).split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.trim().split("\t"));
    // The fields of `puzzle make` (docs/notation.md).
    waiting = lines.filter((fields) => fields.length === 8).map(([name, , length, first, , , grade, moves]) =>
      ({ game: name, line: moves.split(" "), plies: Number(length), first_moves: first.split(" "), grade: Number(grade) }));
    if (!waiting.length) return out.replaceChildren(problem("the file has no problems with eight fields a line"));
    next();
  }

  function next() {
    const one = waiting.shift();
    if (one) set(one);
    else make(Math.floor(Math.random() * 1e9));
  }

  /** @param {Problem} one */
  async function set(one) {
    current = null;
    const error = await state.go({ game: one.game, position: null, line: one.line });
    if (error) return out.replaceChildren(problem(error));
    current = one;
    say(`${capital(colour(/** @type {any} */ (state.scene), state.scene?.to_move ?? "first"))} to move wins in ${(one.plies + 1) / 2}${one.grade ? `, difficulty ${one.grade} of 9` : ""}.`);
    help.replaceChildren(
      el("button", { type: "button", onclick: () => hint() }, "Hint"),
      el("button", { type: "button", onclick: () => solution() }, "Solution"),
      el("button", { type: "button", onclick: () => set(one) }, "Start again"),
      el("button", { type: "button", onclick: () => next() }, "Next"));
  }

  /** @param {string} text @param {string} [kind] */
  const say = (text, kind = "") => out.replaceChildren(el("p", { class: `verdict ${kind}` }, text));

  async function mate() {
    if (!current) return null;
    return state.engine.ask({ action: "mate", ...state.place(), plies: Math.max(1, current.plies - (state.at - current.line.length)), seconds: 20 }).done;
  }

  async function hint() {
    const scene = state.scene;
    const found = await mate();
    if (state.scene !== scene) return;
    if (found?.type === "puzzle_solution" && found.first_moves.length) state.point(found.first_moves[0]);
    else say("There is no win from here in time. Start again.", "loss");
  }

  async function solution() {
    const scene = state.scene;
    const found = await mate();
    if (state.scene !== scene) return;
    if (found?.type !== "puzzle_solution" || !found.line.length) return say("There is no win from here in time. Start again.", "loss");
    out.append(moveChips(state, found.line, true));
  }

  /** After a move of the attacker: the reply that holds out longest. */
  async function reply() {
    const scene = state.scene;
    const one = current;
    if (!scene || !one) return;
    const left = one.plies - (state.at - one.line.length);
    if (left <= 0) return say("That was the last move, and there is no win. Start again.", "loss");
    isReplying = true;
    say("The defender thinks…");
    let best = { move: "", plies: -1 };
    for (const { move, ends } of scene.choices) {
      if (ends && ends !== "draw" && ends !== scene.to_move) { if (best.plies < 0) best = { move, plies: 0 }; continue; }
      if (ends) { best = { move, plies: Infinity }; break; }
      const place = state.place();
      const found = await state.engine.ask({ action: "mate", ...place, moves: [...place.moves, move], plies: left - 1, seconds: 5 }).done;
      if (state.scene !== scene) { isReplying = false; return; }
      const length = found.type === "puzzle_solution" && found.result === "mate" ? found.plies : Infinity;
      if (length > best.plies) best = { move, plies: length };
      if (length === Infinity) break;
    }
    await state.play(best.move);
    isReplying = false;
    if (state.scene?.over) return;
    if (best.plies === Infinity) say(`The defender escapes with ${best.move}. Start again, or ask for a hint.`, "loss");
    else say(`The defender played ${best.move}. Go on.`);
  }

  function arrive() {
    const scene = state.scene;
    const one = current;
    if (!scene || !one || isReplying || state.at <= one.line.length) return;
    const attacker = one.line.length % 2 ? "second" : "first";
    if (scene.over) return say(scene.winner === attacker ? "Solved." : "That loses. Start again.", scene.winner === attacker ? "win" : "loss");
    if (scene.to_move !== attacker) reply();
  }
  return state.listen((what) => what === "place" && arrive());
}
