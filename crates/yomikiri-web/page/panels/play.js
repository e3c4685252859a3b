// A game against the program, from any position, on either side.

import { el } from "../dom.js";
import { capital } from "../format.js";
import { choice, labelled, problem } from "./parts.js";

export const title = "Play";

/** @param {import("../state.js").State} state @param {HTMLElement} root */
export function open(state, root) {
  const side = choice([["none", "nobody"], ["first", "the first player"], ["second", "the second player"], ["both", "both"]], "none");
  const level = choice([1, 3, 5, 7, 9].map((number) => [String(number), number === 9 ? "9, the strongest" : String(number)]), "9");
  const seconds = el("input", { type: "number", min: 0.1, max: 600, step: "any", value: 2 });
  const once = el("button", { type: "button", onclick: () => reply(true) }, "Move now");
  const out = el("div", { "aria-live": "polite" });
  /** @type {{stop: () => void} | null} */
  let thinking = null;
  side.addEventListener("change", () => reply(false));
  root.replaceChildren(
    el("h2", {}, "Play against the program"),
    el("p", { class: "note" }, "The program plays from the position on the board. Undo takes moves back as usual."),
    el("div", { class: "row" }, labelled("The program plays", side, "wide"), labelled("Level", level), labelled("Seconds a move", seconds, "narrow"), once,
      el("button", { type: "button", onclick: () => { side.value = "none"; thinking?.stop(); } }, "Stop")),
    out,
  );

  /** @param {boolean} always */
  async function reply(always) {
    const scene = state.scene;
    if (!scene || thinking) return;
    if (scene.over) return out.replaceChildren(el("p", { class: "verdict" }, "The game is over."));
    if (!always && side.value !== "both" && side.value !== scene.to_move) return;
    out.replaceChildren(el("p", { class: "note" }, "Thinking…"));
    const asked = state.engine.ask({ action: "move", ...state.place(), seconds: Number(seconds.value), level: Number(level.value) });
    thinking = asked;
    const answer = await asked.done;
    thinking = null;
    if (state.scene !== scene) return reply(false);
    if (answer.type !== "move") return out.replaceChildren(problem(answer.message));
    out.replaceChildren(el("p", { class: "verdict" }, `${capital(scene.colours[scene.to_move === "first" ? 0 : 1])} plays ${answer.move}`, el("small", {}, answer.why)));
    await state.play(answer.move);
  }
  // Going back in the line is no move: the program answers only at its end.
  const ends = state.listen((what) => what === "place" && state.at === state.line.length && reply(false));
  return () => { thinking?.stop(); ends(); };
}
