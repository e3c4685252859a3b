// The keyboard: what works everywhere on the page.

import { byId, el } from "./dom.js";

/** @type {[string, string][]} */
const KEYS = [
  ["← →", "one move back, one forward"], ["Home End", "the beginning, the end"], ["/", "type a move"], ["b", "to the board"],
  ["1 … 9", "the panels"], ["?", "this list"],
  ["on the board", "arrows move the cursor, Space picks or goes to the next tile, Enter plays, Esc cancels, + − 0 zoom"],
];

/** @param {import("./state.js").State} state @param {(number: number) => void} openPanel */
export function listenToKeys(state, openPanel) {
  const dialog = byId("keys");
  dialog.replaceChildren(el("h2", {}, "Keys"), el("dl", {}, ...KEYS.flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    el("button", { type: "button", onclick: () => dialog.close() }, "Close"));
  byId("help").addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open || target.closest("input, textarea, select, [role=tablist]")) return;
    const jump = { ArrowLeft: state.at - 1, ArrowRight: state.at + 1, Home: 0, End: state.line.length }[event.key];
    if (jump !== undefined) state.jump(jump);
    else if (event.key === "/") byId("type-move").focus();
    else if (event.key === "b") /** @type {HTMLElement} */ (document.querySelector("#board [tabindex]"))?.focus();
    else if (event.key === "?") dialog.showModal();
    else if (/^[1-9]$/.test(event.key)) openPanel(Number(event.key) - 1);
    else return;
    event.preventDefault();
  });
}
