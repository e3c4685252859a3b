// How a run with many workers stands: what `yomikiri cluster status` says, again and again.

import { curves } from "../chart.js";
import { el } from "../dom.js";
import { count, time } from "../format.js";
import { figures, problem, table } from "./parts.js";

export const title = "Cluster";

/** Between two looks, in milliseconds. */
const EVERY = 2000;

/** @param {import("../state.js").State} _state @param {HTMLElement} root */
export function open(_state, root) {
  const out = el("div", { class: "panel-part" }, el("p", { class: "note" }, "Asking the coordinator…"));
  root.replaceChildren(el("h2", {}, "Many workers, one question"), out);
  /** @type {number | undefined} */
  let next;
  const look = async () => {
    const parts = await status().then(shown, (error) => [problem(error.message)]);
    if (next === undefined) return;
    out.replaceChildren(...parts);
    next = setTimeout(look, EVERY);
  };
  next = setTimeout(look, 0);
  return () => {
    clearTimeout(next);
    next = undefined;
  };
}

async function status() {
  const answer = await (await fetch("cluster")).json();
  if (answer.type !== "cluster_status") throw new Error(answer.message ?? "the coordinator says nothing");
  return answer;
}

/** @param {any} run */
function shown(run) {
  const alive = run.workers.filter((/** @type {any} */ worker) => worker.alive).length;
  const answer = run.answer === null ? "not known yet" : run.answer ? "yes" : "no";
  const rows = run.workers.map((/** @type {any} */ worker) => el("tr", {}, el("td", {}, worker.name),
    el("td", {}, worker.banned ? "not believed" : worker.alive ? "alive" : "gone"),
    el("td", { class: "number" }, count(worker.jobs)), el("td", { class: "number" }, count(worker.nodes))));
  const moves = run.moves.map((/** @type {any} */ m) => el("tr", {}, el("td", {}, m.move),
    el("td", {}, m.answer === null ? "not known yet" : m.answer ? "yes" : "no"),
    ...[m.proof, m.disproof, m.jobs].map((number) => el("td", { class: "number" }, m.answer === null ? count(number) : ""))));
  const left = run.remaining?.map((/** @type {number} */ nodes) => count(nodes));
  return [
    el("p", { class: "verdict" }, `${run.run}. Can ${run.player} win? ${answer[0].toUpperCase()}${answer.slice(1)}.`),
    figures([["workers", `${alive} of ${run.workers.length}`], ["nodes a second", count(run.nodes_per_second)], ["nodes", count(run.nodes)], ["thrown away", count(run.wasted_nodes)],
      ["jobs waiting", count(run.jobs_waiting)], ["jobs running", count(run.jobs_out - run.jobs_waiting)], ["jobs done", count(run.jobs_done)], ["jobs lost", count(run.jobs_lost)], ["pieces decided", count(run.pieces)], ["checked", count(run.checked)],
      ["time", time(run.seconds)], ["messages", count(run.messages)], ["claims that did not hold", count(run.lies)]]),
    el("h3", {}, "Proof number and disproof number over time"),
    curves(run.history.map((/** @type {number[]} */ [t, a, b]) => ({ t, a, b })), "Root numbers over time"),
    left ? el("p", { class: "note" }, `About ${left[1]} nodes are left, between ${left[0]} and ${left[2]}.`) : "",
    moves.length ? el("h3", {}, "Moves") : "",
    moves.length ? table(["Move", "Can win?", "#Proof number", "#Disproof number", "#Jobs"], moves) : "",
    el("h3", {}, "Workers"), table(["Name", "State", "#Jobs", "#Nodes"], rows),
  ];
}
