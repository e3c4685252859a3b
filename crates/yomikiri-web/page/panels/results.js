// The papers' tables with ours beside them, as charts, from the report that is stored with the program.

import { bars } from "../chart.js";
import { el } from "../dom.js";
import { count, time } from "../format.js";
import { choice, labelled, table } from "./parts.js";

export const title = "Results";

/** @type {Record<string, (report: any) => (Node | string)[]>} */
const PAPERS = { "000": searches("000"), "001": searches("001"), "002": mates, "003": sums, "004": formulas };
const TITLES = { "000": "Limited Trax: who wins", "001": "Trax 6×6: df-pn against other searches", "002": "Mate problems", "003": "Amazons: sums of subgames", "004": "Tic-tac-toe as formulas" };

/** @param {import("../state.js").State} _state @param {HTMLElement} root */
export function open(_state, root) {
  const out = el("div", { class: "panel-part" });
  const paper = choice(Object.entries(TITLES).map(([number, name]) => [number, `${number}: ${name}`]), "000");
  const note = el("p", { class: "note" });
  root.replaceChildren(el("h2", {}, "The papers' results, ours beside them"), note, el("div", { class: "row" }, labelled("Paper", paper, "wide")), out);
  const loaded = fetch("results.json").then((response) => response.json());
  const show = async () => {
    const report = await loaded;
    note.textContent = `Measured ${report.started.slice(0, 10)} on ${report.machine.threads} threads of ${report.machine.processor}. The command “yomikiri reproduce” measures again.`;
    out.replaceChildren(...PAPERS[paper.value](report));
  };
  paper.addEventListener("change", show);
  show();
  return () => {};
}

const cell = (/** @type {any} */ value, /** @type {string} */ kind = "number") => el("td", { class: kind }, value ?? "–");

/** @param {string} number */
function searches(number) {
  return (/** @type {any} */ report) => {
    const own = report.searches.filter((/** @type {any} */ one) => one.paper === number);
    const rows = own.map((/** @type {any} */ one) => el("tr", {}, cell(one.game, ""), cell(one.method, ""), cell(`${one.player}: ${one.can_win === null ? "?" : one.can_win ? "yes" : "no"}`, ""),
      cell(count(one.nodes)), cell(one.paper_nodes ? count(one.paper_nodes) : null), cell(time(one.seconds)), cell(one.paper_seconds ? time(one.paper_seconds) : null)));
    const compared = own.filter((/** @type {any} */ one) => one.paper_seconds >= 1);
    const ourWay = (/** @type {any} */ one) => own.find((/** @type {any} */ other) => other.method === "default" && other.game === one.game && other.player === one.player);
    const triples = compared.flatMap((/** @type {any} */ one) => [
      { name: `${one.game.replace(/^trax:|,.*/g, "")} ${one.method}, ${one.player}`, value: one.paper_seconds, text: `${time(one.paper_seconds)}, paper`, second: true },
      { name: "", value: one.seconds, text: `${time(one.seconds)}, as in the paper` },
      ...[ourWay(one)].filter(Boolean).map((way) => ({ name: "", value: way.seconds, text: `${time(way.seconds)}, our way` })),
    ]);
    return [...(triples.length ? [el("h3", {}, "Time: the paper, ours as in the paper, ours our way"), bars(triples, "Seconds of each search"),
      ...(compared.some((/** @type {any} */ one) => one.threads > 1) ? [el("p", { class: "note" }, "As in this paper, twelve threads search; here they take turns on one core, so that the numbers of nodes repeat.")] : [])] : []), table(["Game", "Method", "Can win?", "#Nodes", "#Paper", "#Time", "#Paper"], rows)];
  };
}

/** @param {any} report */
function mates(report) {
  const rows = report.mates.map((/** @type {any} */ one) => el("tr", {}, cell(one.experiment, ""), cell(one.method, ""), cell(one.problems), cell(one.solved), cell(count(one.nodes)), cell(time(one.seconds))));
  return [bars(report.mates.map((/** @type {any} */ one) => ({ name: `${one.experiment} ${one.method}`.slice(0, 22), value: one.solved, text: `${one.solved} of ${one.problems}` })), "Problems solved by each method"),
    table(["Experiment", "Method", "#Problems", "#Solved", "#Nodes", "#Time"], rows)];
}

/** @param {any} report */
function sums(report) {
  const share = (/** @type {number[]} */ [mean]) => `${(100 * mean).toFixed(2)} %`;
  const wrong = (/** @type {number[]} */ [mean]) => `${(100 - 100 * mean).toFixed(2)} %`;
  const rows = report.sums.map((/** @type {any} */ one) => el("tr", {}, cell(one.subgames), cell(one.empty_squares.toFixed(2)), cell(count(one.sums)), cell(share(one.thermostrat)), cell(share(one.hotstrat)), cell(one.paper_thermostrat), cell(one.paper_hotstrat)));
  const pairs = report.sums.flatMap((/** @type {any} */ one) => [
    { name: `${one.subgames} games, ${one.empty_squares.toFixed(1)} empty`, value: 1 - one.thermostrat[0], text: `${wrong(one.thermostrat)}, Thermostrat` },
    { name: "", value: 1 - one.hotstrat[0], text: `${wrong(one.hotstrat)}, Hotstrat`, second: true },
  ]);
  return [el("h3", {}, "Wrong first moves"), bars(pairs, "Share of wrong first moves"), table(["#Subgames", "#Empty", "#Sums", "#Thermostrat", "#Hotstrat", "#Paper", "#Paper"], rows)];
}

/** @param {any} report */
function formulas(report) {
  const rows = report.formulas.map((/** @type {any} */ one) => el("tr", {}, cell(one.game, ""), cell(one.turns), cell(one.method, ""), cell(one.verdict, ""), cell(time(one.seconds)), cell(one.paper_seconds ? time(one.paper_seconds) : null)));
  const slow = report.formulas.filter((/** @type {any} */ one) => one.seconds > 0).slice(-12);
  return [bars(slow.map((/** @type {any} */ one) => ({ name: `${one.game.split(",")[0]} ${one.method}`.slice(0, 22), value: one.seconds, text: time(one.seconds) })), "Seconds of each method"),
    table(["Game", "#Turns", "Method", "Verdict", "#Time", "#Paper"], rows)];
}
