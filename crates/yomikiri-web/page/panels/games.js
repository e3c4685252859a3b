// Games as text: opened from a file, pasted, saved.

import { chooseFile, el } from "../dom.js";
import { problem, table } from "./parts.js";

export const title = "Games";

/** @param {import("../state.js").State} state @param {HTMLElement} root */
export function open(state, root) {
  const text = el("textarea", { rows: 5, spellcheck: "false", placeholder: "@0/ B1\\ A2\\" });
  const out = el("div", { class: "panel-part", "aria-live": "polite" });
  root.replaceChildren(
    el("h2", {}, "Games as text"),
    el("p", { class: "note" }, "Moves in the notation of the game on the board, one game a line. Lines that begin with # are comments."),
    text,
    el("div", { class: "row" }, el("button", { class: "main", type: "button", onclick: () => list() }, "Read"),
      el("button", { type: "button", onclick: () => load() }, "Open a file")),
    out,
  );

  async function load() {
    const file = await chooseFile(".trx,.txt");
    if (!file) return;
    text.value = (await file.text()).slice(0, 200_000);
    list();
  }

  /** Every line is played through by the engine, which knows the rules and says what is wrong. */
  async function list() {
    // A line may begin with the winner and a tab (docs/notation.md).
    const lines = text.value.split("\n").map((/** @type {string} */ line) => line.split("\t").at(-1)?.trim() ?? "").filter((/** @type {string} */ line) => line && !line.startsWith("#")).slice(0, 500);
    if (!lines.length) return out.replaceChildren(problem("there is no game in the text"));
    /** @type {HTMLElement[]} */
    const rows = [];
    for (const [at, line] of lines.entries()) {
      const shown = await state.engine.ask({ action: "show", game: state.game, moves: line }).done;
      const is = shown.type === "scene";
      const result = !is ? shown.message : shown.over ? (shown.winner ? `${shown.colours[shown.winner === "first" ? 0 : 1]}, ${shown.reason}` : "draw") : "open";
      rows.push(el("tr", { class: is ? "pick" : null, onclick: () => is && state.go({ position: null, line: shown.moves }) },
        el("td", { class: "number" }, at + 1), el("td", { class: "number" }, is ? shown.moves.length : "–"), el("td", { class: is ? null : "form loses" }, result)));
      if (at % 20 === 19 || at === lines.length - 1) out.replaceChildren(table(["#Game", "#Moves", "Result"], rows));
    }
  }
  return () => {};
}
