// Pieces that several panels are made of.

import { el } from "../dom.js";

/** Moves to hover and click; a click plays all up to it. @param {import("../state.js").State} state @param {string[]} moves @param {boolean} isLine */
export function moveChips(state, moves, isLine = false) {
  const chip = (/** @type {string} */ move, /** @type {number} */ at) => {
    const play = () => (isLine ? state.go({ line: [...state.line.slice(0, state.at), ...moves.slice(0, at + 1)] }) : state.play(move));
    const show = isLine && at > 0 ? {} : pointing(state, move);
    return el("button", { class: "chip", type: "button", onclick: play, ...show }, move);
  };
  return el("div", { class: "chips" }, ...moves.map(chip));
}

/** Listeners that point a move out on the board. @param {import("../state.js").State} state @param {string} move */
export function pointing(state, move) {
  const [on, off] = [() => state.point(move), () => state.point(null)];
  return { onmouseenter: on, onmouseleave: off, onfocus: on, onblur: off };
}

/** Numbers with their names. @param {[string, string][]} figures */
export function figures(figures) {
  return el("dl", { class: "figures" }, ...figures.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", { class: value.length > 12 ? "long" : null }, value))));
}

/** What went wrong. @param {string} message */
export function problem(message) {
  return el("p", { class: "verdict problem", role: "alert" }, message);
}

/** A table. @param {string[]} head @param {HTMLElement[]} rows */
export function table(head, rows) {
  const cells = head.map((name) => el("th", { scope: "col", class: name.startsWith("#") ? "number" : null }, name.replace("#", "")));
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table" }, el("table", {}, el("thead", {}, el("tr", {}, ...cells)), el("tbody", {}, ...rows)));
}

/** A labelled control. @param {string} name @param {HTMLElement} control @param {string} [kind] */
export function labelled(name, control, kind = "") {
  return el("label", { class: kind }, name, control);
}

/** A list to choose from. @param {[string, string][]} options values and texts @param {string} chosen */
export function choice(options, chosen) {
  const select = el("select", {}, ...options.map(([value, text]) => el("option", { value }, text)));
  select.value = chosen;
  return select;
}
