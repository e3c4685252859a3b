// What a game is worth: expressions, Amazons boards, thermographs, comparisons.

import { thermograph } from "../chart.js";
import { el } from "../dom.js";
import { fraction } from "../format.js";
import { figures, labelled, pointing, problem, table } from "./parts.js";

export const title = "Values";

const OUTCOMES = { L: "Left wins", R: "Right wins", N: "who begins wins", P: "who begins loses" };
const RELATIONS = { L: "G > H", R: "G < H", N: "G ‖ H (confused)", P: "G = H" };

/** @param {import("../state.js").State} state @param {HTMLElement} root */
export function open(state, root) {
  const g = el("input", { value: "{1|-1} + {3|{1|-4}}", spellcheck: "false" });
  const h = el("input", { value: "", placeholder: "optional", spellcheck: "false" });
  const board = el("textarea", { rows: 2, spellcheck: "false" });
  board.value = "x..#|....|.#.o";
  const out = el("div", { class: "panel-part", "aria-live": "polite" });
  const here = el("button", { type: "button", onclick: () => { board.value = state.scene?.position?.split(" ")[0] ?? board.value; endgame(); } }, "The board shown");
  root.replaceChildren(
    el("h2", {}, "What is it worth?"),
    el("form", { class: "row", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); expression(); } },
      labelled("Game G", g, "wide"), labelled("compare with H", h, "wide"), el("button", { class: "main", type: "submit" }, "Value")),
    labelled("Amazons boards: x and o amazons, # arrows, rows apart by |, boards by a space", board, "field"),
    el("div", { class: "row" }, el("button", { type: "button", onclick: () => endgame() }, "Value of the boards"), here),
    out,
  );

  const shortened = (/** @type {string | null} */ text) => (!text ? "…" : text.length > 30 ? `${text.slice(0, 30)}…` : text);

  /** @param {any} value @param {number} [ambient] */
  function described(value, ambient) {
    return [
      el("dl", { class: "figures one" }, el("div", {}, el("dt", {}, "canonical form"), el("dd", { class: "long", tabindex: 0 }, value.canonical ?? "more than 100,000 characters"))),
      figures([
        ["mean", value.mean], ["temperature", value.temperature],
        ["stops", `${value.left_stop}, ${value.right_stop}`], ["outcome", OUTCOMES[/** @type {"L"} */ (value.outcome)]],
        ...(value.name && value.name !== value.canonical ? [/** @type {[string, string]} */ (["name", value.name])] : []),
      ]),
      thermograph(value.thermograph, { ambient }),
      legend(ambient !== undefined),
    ];
  }

  /** @param {boolean} ambient */
  function legend(ambient) {
    return el("p", { class: "legend" }, el("span", {}, el("i", {}), "Left wall"), el("span", {}, el("i", { class: "b" }), "Right wall"), ambient && el("span", {}, "dotted: ambient temperature"));
  }

  async function expression() {
    const value = await state.engine.ask({ action: "value", expression: g.value }).done;
    if (value.type !== "value") return out.replaceChildren(problem(value.message));
    out.replaceChildren(...described(value));
    if (!h.value.trim()) return;
    const difference = await state.engine.ask({ action: "value", expression: `(${g.value}) - (${h.value})` }).done;
    if (difference.type !== "value") return out.prepend(problem(difference.message));
    out.prepend(el("p", { class: "verdict" }, RELATIONS[/** @type {"L"} */ (difference.outcome)], el("small", {}, `G − H = ${difference.canonical ?? "(long)"}`)));
  }

  async function endgame() {
    out.replaceChildren(el("p", { class: "note" }, "Evaluating…"));
    const answer = await state.engine.ask({ action: "endgame", board: board.value.trim(), seconds: 30 }).done;
    if (answer.type !== "endgame") return out.replaceChildren(problem(answer.message));
    const ambient = Math.max(-1, ...answer.subgames.map((/** @type {any} */ one) => fraction(one.temperature)));
    const cards = answer.subgames.map((/** @type {any} */ one, /** @type {number} */ at) =>
      el("div", {}, el("strong", {}, `Region ${at + 1}`), el("code", {}, one.board), thermograph(one.thermograph, { ambient, label: `Thermograph of region ${at + 1}` }),
        el("span", {}, `mean ${one.mean}, temperature ${one.temperature}`), el("span", { class: "clip" }, one.canonical ?? "(long form)")));
    const rows = ["left", "right"].flatMap((side) => answer[`${side}_moves`].map((/** @type {any} */ move) =>
      el("tr", { ...(state.scene?.legal_moves.includes(move.move) ? pointing(state, move.move) : {}) },
        el("td", {}, side), el("td", { class: "move" }, move.move), el("td", { class: "form" }, shortened(move.value)),
        el("td", { class: move.wins ? "wins" : "loses" }, move.wins ? "wins" : "loses"), el("td", {}, move.hotstrat ? "●" : ""), el("td", {}, move.thermostrat ? "●" : ""), el("td", {}, move.undominated ? "●" : ""))));
    out.replaceChildren(...described(answer, ambient), el("h3", {}, answer.subgames.length === 1 ? "One region" : `${answer.subgames.length} regions`), el("div", { class: "cards" }, ...cards),
      rows.length ? table(["Side", "Move", "Value", "Exact", "Hotstrat", "Thermostrat", "Undominated"], rows) : "");
  }

  const arrive = () => { here.hidden = !state.scene?.abilities.values; };
  arrive();
  expression();
  return state.listen((what) => what === "place" && arrive());
}
