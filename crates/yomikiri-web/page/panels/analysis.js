// Who wins: a search to start, stop and watch, and every move with what is known of it.

import { curves } from "../chart.js";
import { el } from "../dom.js";
import { capital, colour, count, time, verdict } from "../format.js";
import { choice, figures, labelled, moveChips, pointing, problem, table } from "./parts.js";

/** @typedef {import("../state.js").State} State */

export const title = "Analysis";

/** @param {State} state @param {HTMLElement} root @param {{methods: string[]}} shelf */
export function open(state, root, { methods }) {
  const player = choice([["both", "Who wins?"], ["first", "Can the first player win?"], ["second", "Can the second player win?"]], "both");
  const method = choice(methods.map((name) => [name, name]), "dfpn");
  const seconds = el("input", { type: "number", min: 0.1, max: 3600, step: "any", value: 10 });
  const start = el("button", { class: "main", type: "button", onclick: () => solve() }, "Solve");
  const deeper = el("button", { type: "button", onclick: () => { seconds.value = String(4 * Number(seconds.value)); solve(); } }, "Deeper ×4");
  const stop = el("button", { type: "button", disabled: true, onclick: () => running?.stop() }, "Stop");
  const judge = el("button", { type: "button", onclick: () => judgeMoves() }, "Judge every move");
  const live = el("div", { "aria-live": "off" });
  const result = el("div", { class: "panel-part", "aria-live": "polite" });
  const threats = el("div", {});
  const moves = el("div", {});
  /** @type {{stop: () => void} | null} */
  let running = null;

  root.replaceChildren(
    el("h2", {}, "Who wins?"),
    el("div", { class: "row" }, labelled("Question", player, "wide"), labelled("Method", method), labelled("Seconds", seconds, "narrow")),
    el("div", { class: "row" }, start, stop, deeper, judge),
    live, result, moves, threats,
  );

  /** @param {{stop: () => void} | null} now */
  function busy(now) {
    running = now;
    start.disabled = deeper.disabled = judge.disabled = Boolean(now) || Boolean(state.scene?.over);
    stop.disabled = !now;
  }

  async function solve() {
    const scene = state.scene;
    if (!scene || scene.over) return;
    /** @type {{t: number, a: number, b: number}[]} */
    const points = [];
    result.replaceChildren();
    const question = { action: "solve", ...state.place(), player: player.value, method: method.value, seconds: Number(seconds.value), all_moves: true, every: 0.25 };
    const asked = state.engine.ask(question, (answer) => {
      if (answer.type === "waiting") live.replaceChildren(el("p", { class: "note" }, "Other searches come first…"));
      if (answer.type === "progress") showProgress(answer, points);
    });
    busy(asked);
    const answer = await asked.done;
    busy(null);
    if (state.scene !== scene) return;
    if (answer.type !== "solution") return result.replaceChildren(problem(answer.message));
    showSolution(scene, answer);
  }

  /** @param {any} answer @param {{t: number, a: number, b: number}[]} points */
  function showProgress(answer, points) {
    points.push({ t: answer.seconds, a: answer.proof, b: answer.disproof });
    if (points.length > 400) points.splice(0, points.length, ...points.filter((_, at) => at % 2));
    const large = (/** @type {number} */ value) => (value >= 4e9 ? "∞" : count(value));
    live.replaceChildren(
      figures([
        ["nodes", count(answer.nodes)], ["nodes/s", count(answer.nodes_per_second)],
        ["table", `${Math.round((100 * answer.table_entries) / Math.max(1, answer.table_capacity))} %`], ["depth", count(answer.depth)],
        ["proof", large(answer.proof)], ["disproof", large(answer.disproof)], ["time", time(answer.seconds)], ["question", `can ${answer.player} win?`],
      ]),
      curves(points, "Proof and disproof number of the root over time"),
      el("p", { class: "legend" }, el("span", {}, el("i", {}), "proof number"), el("span", {}, el("i", { class: "b" }), "disproof number")),
    );
  }

  /** @param {import("../types.js").Scene} scene @param {any} answer */
  function showSolution(scene, answer) {
    const known = answer.verdict !== "unknown";
    const kind = !known ? "" : answer.verdict === "draw" ? "draw" : answer.verdict === scene.to_move ? "win" : "loss";
    const about = answer.questions.map((/** @type {any} */ one) => `can ${one.player} win? ${one.can_win === null ? "not decided" : one.can_win ? "yes" : "no"} (${one.by.replace("_", " ")})`).join(" · ");
    result.replaceChildren(
      el("p", { class: `verdict ${kind}` }, verdict(scene, answer.verdict), el("small", {}, about), el("small", {}, `${count(answer.cost.nodes)} nodes, ${time(answer.cost.seconds)}`)),
    );
    if (answer.best_moves.length) {
      const keeps = answer.verdict === "draw" ? "Moves that hold the draw" : "Moves that win";
      result.append(el("h3", {}, keeps), moveChips(state, answer.best_moves));
      const best = new Set(answer.best_moves);
      const good = answer.verdict === "draw" ? "draws" : "wins";
      // All moves that keep the value are listed, so every other one gives it away.
      const worse = answer.verdict === "draw" || !scene.abilities.draws ? "loses" : "unknown";
      state.mark(new Map(scene.legal_moves.map((move) => [move, best.has(move) ? good : worse])));
    } else if (kind === "loss") state.mark(new Map(scene.legal_moves.map((move) => [move, "loses"])));
    if (answer.line.length) result.append(el("h3", {}, "Line of best play"), moveChips(state, answer.line, true));
    live.replaceChildren();
  }

  /** What is certain of every move. Trax has a query for that; in other games every move is solved by itself. */
  function judgeMoves() {
    const scene = state.scene;
    if (!scene || scene.over) return;
    result.replaceChildren();
    return scene.abilities.threats ? analyse(scene) : solveMoves(scene);
  }

  /** @param {import("../types.js").Scene} scene */
  async function analyse(scene) {
    const asked = state.engine.ask({ action: "analyse", ...state.place(), seconds: Number(seconds.value), every: 0.25, all_moves: true }, (answer) => {
      if (answer.type === "analysis" && state.scene === scene) showAnalysis(scene, answer);
    });
    busy(asked);
    const answer = await asked.done;
    busy(null);
    if (state.scene !== scene) return;
    if (answer.type !== "analysis") return result.replaceChildren(problem(answer.message));
    showAnalysis(scene, answer);
  }

  /** @param {import("../types.js").Scene} scene @param {any} answer */
  function showAnalysis(scene, answer) {
    const known = answer.verdict !== "unknown";
    const kind = !known ? "" : answer.verdict === "draw" ? "draw" : answer.verdict === scene.to_move ? "win" : "loss";
    const looks = answer.score === null ? "" : ` It looks like ${answer.score > 0 ? "+" : ""}${answer.score} for ${colour(scene, scene.to_move)}, ${answer.depth} moves ahead.`;
    result.replaceChildren(el("p", { class: `verdict ${kind}` }, known ? `${verdict(scene, answer.verdict)}${answer.plies ? ` in ${answer.plies}` : ""}` : `Nothing is certain yet.${looks}`,
      el("small", {}, `${count(answer.nodes)} nodes, ${time(answer.seconds)}${answer.final ? "" : " …"}`)));
    if (answer.line.length) result.append(el("h3", {}, known ? "Line of best play" : "Expected line"), moveChips(state, answer.line, true));
    if (!answer.statuses) return;
    const marks = new Map(answer.statuses.map((/** @type {any} */ one) => [one.move, one.status]));
    const details = new Map(answer.statuses.map((/** @type {any} */ one) => [one.move, one.plies ? `in ${one.plies}` : ""]));
    state.mark(marks);
    showMoves(marks, details, "Length");
  }

  /** Solves the position after every legal move, a few at a time. @param {import("../types.js").Scene} scene */
  async function solveMoves(scene) {
    const marks = new Map(scene.legal_moves.map((move) => [move, "unknown"]));
    const details = new Map();
    const waiting = [...scene.legal_moves];
    const each = Math.max(0.05, Number(seconds.value) / waiting.length);
    /** @type {Set<{stop: () => void}>} */
    const open = new Set();
    busy({ stop: () => { waiting.length = 0; for (const asked of open) asked.stop(); } });
    const work = async () => {
      for (let move = waiting.shift(); move; move = waiting.shift()) {
        const place = state.place();
        const asked = state.engine.ask({ action: "solve", ...place, moves: [...place.moves, move], seconds: each });
        open.add(asked);
        const answer = await asked.done;
        open.delete(asked);
        if (state.scene !== scene) return;
        if (answer.type === "solution") {
          marks.set(move, answer.verdict === "unknown" ? "unknown" : answer.verdict === "draw" ? "draws" : answer.verdict === scene.to_move ? "wins" : "loses");
          details.set(move, `${count(answer.cost.nodes)}`);
        }
        state.mark(new Map(marks));
        showMoves(marks, details, "#Nodes");
      }
    };
    await Promise.all([work(), work()]);
    busy(null);
  }

  /** @param {Map<string, string>} marks @param {Map<string, string>} details @param {string} head */
  function showMoves(marks, details, head) {
    const order = ["wins", "draws", "unknown", "loses"];
    const sorted = [...marks].sort(([, a], [, b]) => order.indexOf(a) - order.indexOf(b));
    const rows = sorted.map(([move, mark]) => el("tr", { class: "pick", onclick: () => state.play(move), ...pointing(state, move) },
      el("td", { class: "form" }, move), el("td", { class: mark }, mark), el("td", { class: head.startsWith("#") ? "number" : null }, details.get(move) ?? "…")));
    moves.replaceChildren(table(["Move", "Result", head], rows));
  }

  async function showThreats() {
    const scene = state.scene;
    threats.replaceChildren();
    if (!scene?.abilities.threats || scene.over) return;
    const answer = await state.engine.ask({ action: "threats", ...state.place() }).done;
    if (answer.type !== "threats" || state.scene !== scene || !answer.threats.length) return;
    const rows = answer.threats.map((/** @type {any} */ one) => {
      const own = one.player === scene.to_move;
      return el("tr", { class: own ? "pick" : null, ...(own ? { onclick: () => state.play(one.move), ...pointing(state, one.move) } : {}) },
        el("td", {}, capital(colour(scene, one.player))), el("td", { class: "form" }, one.move), el("td", {}, one.kind.replace("_", " ")));
    });
    threats.replaceChildren(el("h3", {}, "Who threatens what"), table(["Player", "Wins with", "By"], rows));
  }

  function arrive() {
    running?.stop();
    busy(null);
    for (const part of [live, result, moves]) part.replaceChildren();
    showThreats();
  }
  arrive();
  const ends = state.listen((what) => what === "place" && arrive());
  return () => { running?.stop(); ends(); };
}
