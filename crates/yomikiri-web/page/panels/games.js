// Games of a file: played through, annotated, with an evaluation strip and the turning points.

import { strip } from "../chart.js";
import { chooseFile, download, el } from "../dom.js";
import { colour, count } from "../format.js";
import { figures, labelled, moveChips, problem, table } from "./parts.js";

export const title = "Games";

const MISTAKES = { threw_away: "threw a won game away", missed: "missed a win", allowed: "allowed a win", lost: "loses anyway" };

/** @param {import("../state.js").State} state @param {HTMLElement} root */
export function open(state, root) {
  const text = el("textarea", { rows: 4, spellcheck: "false", placeholder: "@0/ B1\\ A2\\" });
  const seconds = el("input", { type: "number", min: 1, max: 3600, step: "any", value: 30 });
  const list = el("div", { class: "panel-part", "aria-live": "polite" });
  const notes = el("div", { class: "panel-part", "aria-live": "polite" });
  const annotate = el("button", { type: "button", onclick: () => judge() }, "Find the mistakes");
  /** @type {{stop: () => void} | null} */
  let running = null;
  /** The number of the game that is on the board. */
  let number = 1;
  root.replaceChildren(
    el("h2", {}, "Games of a file"),
    el("p", { class: "note" }, "Files of Trax games in any form that the command “replay” reads. Of other games: moves, one game a line."),
    labelled("Text of the file", text, "field"),
    el("div", { class: "row" }, el("button", { class: "main", type: "button", onclick: () => read() }, "Read"),
      el("button", { type: "button", onclick: () => load() }, "Open a file"),
      el("button", { type: "button", onclick: () => { text.value = state.line.join(" "); read(); } }, "The game on the board"),
      labelled("Seconds", seconds, "narrow"), annotate),
    list, notes,
  );

  async function load() {
    const file = await chooseFile(".trx,.txt,.tsv");
    if (!file) return;
    text.value = (await file.text()).slice(0, 1_000_000);
    read();
  }

  async function read() {
    notes.replaceChildren();
    /** @type {any[]} */
    const games = [];
    const last = state.scene?.abilities.threats ? await replayed(games) : await played(games);
    if (!games.length) return list.replaceChildren(problem(last ?? "there is no game in the text"));
    const rows = games.map((game, at) => el("tr", { class: "pick", onclick: () => show(game, at + 1) },
      el("td", { class: "number" }, at + 1), el("td", {}, game.players?.join(" – ") ?? game.game), el("td", { class: "number" }, game.plies),
      el("td", { class: game.error ? "form loses" : null }, game.error ?? (game.over ? `${game.winner ?? "draw"}, ${game.reason}` : (game.agreement ?? "open")))));
    list.replaceChildren(table(["#Game", "Players", "#Moves", "Result"], rows));
    await show(games[0], 1);
  }

  /** @param {any[]} games */
  async function replayed(games) {
    const last = await state.engine.ask({ action: "record", text: text.value, game: state.game }, (answer) => {
      if (answer.type === "replayed_game") games.push(answer);
    }).done;
    return last.message;
  }

  /** Games without a file format: each line is played by the engine, which says what is wrong. @param {any[]} games */
  async function played(games) {
    const lines = text.value.split("\n").map((/** @type {string} */ line) => line.trim()).filter((/** @type {string} */ line) => line && !line.startsWith("#")).slice(0, 200);
    for (const moves of lines) {
      const answer = await state.engine.ask({ action: "show", ...state.named(), moves }).done;
      games.push(answer.type === "scene" ? { ...answer, plies: answer.moves.length } : { game: state.game, moves: [], plies: 0, error: answer.message });
    }
    return null;
  }

  /** @param {any} game @param {number} at */
  async function show(game, at) {
    number = at;
    await state.go({ game: game.game, position: null, line: game.moves });
  }

  async function judge() {
    if (running) return running.stop();
    if (!text.value.trim()) text.value = state.line.join(" ");
    notes.replaceChildren(el("p", { class: "note" }, "Reading every position…"));
    annotate.textContent = "Stop";
    const asked = state.engine.ask({ action: "annotate", text: text.value, game: state.game, number, seconds: Number(seconds.value) }, (answer) => {
      if (answer.type === "annotated_game") annotated(answer);
    });
    running = asked;
    const last = await asked.done;
    running = null;
    annotate.textContent = "Find the mistakes";
    if (last.type === "analysis_error") notes.replaceChildren(problem(last.message));
    else if (last.games === 0) notes.replaceChildren(problem("the time was too short: give it more seconds"));
  }

  /** @param {any} game */
  async function annotated(game) {
    const moves = game.moves.map((/** @type {any} */ one) => one.move);
    if (state.line.join(" ") !== moves.join(" ")) await state.go({ game: game.game, position: null, line: moves });
    const scene = state.scene;
    if (!scene) return;
    const mistakes = game.moves.map((/** @type {any} */ one, /** @type {number} */ at) => ({ ...one, at })).filter((/** @type {any} */ one) => one.judgement in MISTAKES && one.judgement !== "lost");
    const rows = mistakes.map((/** @type {any} */ one) => el("tr", { class: "pick", onclick: () => state.jump(one.at) },
      el("td", { class: "number" }, one.at + 1), el("td", {}, colour(scene, one.player)), el("td", { class: "form" }, one.move),
      el("td", { class: one.judgement === "threw_away" ? "loses" : null }, MISTAKES[/** @type {"lost"} */ (one.judgement)] + (game.turning_point === one.at + 1 ? " (turning point)" : "")),
      el("td", { class: "form" }, one.best_moves.slice(0, 3).join(" "))));
    notes.replaceChildren(
      el("h3", {}, "Who stands better"),
      strip(game.moves, { turning: game.turning_point, onpick: (at) => state.jump(at) }),
      el("p", { class: "legend" }, el("span", {}, el("i", {}), `certain for ${scene.colours[0]} above, ${scene.colours[1]} below`), el("span", {}, el("i", { class: "b" }), "an estimate")),
      figures(game.tallies.map((/** @type {any} */ one, /** @type {number} */ at) => [`${scene.colours[at]}, accuracy`, one.accuracy === null ? "–" : `${Math.round(100 * one.accuracy)} %`])),
      mistakes.length ? table(["#Move", "Player", "Played", "Judgement", "Better"], rows) : el("p", { class: "verdict win" }, "No mistake was found", el("small", {}, `${count(game.nodes)} nodes`)),
    );
    const first = mistakes[0];
    if (first?.line.length) notes.append(el("h3", {}, `Best play at move ${first.at + 1}`), moveChips(state, first.line, true));
    notes.append(el("div", { class: "row" }, el("button", { type: "button", onclick: () => download("game.trx", `${moves.join(" ")}\n`, "text/plain") }, "Save the moves")));
  }
  return () => { running?.stop(); };
}
