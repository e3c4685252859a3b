// Tic-tac-toe as formulas: their sizes, and what each solver says beside the searches.

import { bars } from "../chart.js";
import { el } from "../dom.js";
import { count, time } from "../format.js";
import { labelled, problem, table } from "./parts.js";

export const title = "Formulas";

/** @param {import("../state.js").State} state @param {HTMLElement} root */
export function open(state, root) {
  const turns = el("input", { type: "number", min: 1, max: 400, value: 5 });
  const start = el("button", { class: "main", type: "button", onclick: () => ask() }, "Encode and solve");
  const out = el("div", { class: "panel-part", "aria-live": "polite" });
  const note = el("p", { class: "note" });
  root.replaceChildren(el("h2", {}, "The game as a formula"), note, el("div", { class: "row" }, labelled("Turns", turns, "narrow"), start), out);

  async function ask() {
    /** @type {any[]} */
    const heard = [];
    start.disabled = true;
    out.replaceChildren(el("p", { class: "note" }, "Encoding…"));
    const last = await state.engine.ask({ action: "formulas", ...state.named(), turns: Number(turns.value), seconds: 60 }, (answer) => { heard.push(answer); show(heard); }).done;
    start.disabled = false;
    if (last.type === "analysis_error") out.replaceChildren(problem(last.message));
  }

  /** @param {any[]} heard */
  function show(heard) {
    const sizes = heard.filter(({ type }) => type === "encoding");
    const cells = heard.filter(({ type }) => type === "comparison");
    const refused = heard.filter(({ type }) => type === "no_encoding");
    out.replaceChildren(
      table(["Encoding", "#Variables", "#Universal", "#Blocks", "#Clauses", "#Literals"], sizes.map((one) => el("tr", {},
        el("td", {}, one.encoding), ...[one.variables, one.universal, one.blocks, one.clauses, one.literals].map((value) => el("td", { class: "number" }, count(value)))))),
      ...refused.map((one) => el("p", { class: "note" }, `${one.encoding}: ${one.why}`)),
      ...(cells.length ? [bars(cells.map((one) => ({ name: one.method, value: one.seconds, text: `${one.verdict}, ${time(one.seconds)}`, second: one.method === "embedded" })), "Seconds of each method"),
        el("p", { class: "note" }, agreement(cells))] : []),
    );
  }

  /** @param {any[]} cells */
  function agreement(cells) {
    const known = new Set(cells.map(({ verdict }) => verdict).filter((verdict) => verdict !== "unknown"));
    return known.size > 1 ? "They disagree!" : known.size ? `All that know agree: ${[...known][0]}.` : "";
  }

  const arrive = () => {
    const can = state.scene?.abilities.formulas ?? false;
    start.disabled = !can;
    note.textContent = can ? "Whether the first player wins within so many turns, written as a quantified Boolean formula." : "Only games with winning sets, such as gttt:4x4,animal=tippy, are written as formulas here.";
    out.replaceChildren();
  };
  arrive();
  return state.listen((what) => what === "place" && arrive());
}
