// Proofs: made or loaded, checked by the independent checker, and read as a book with small boards.

import { miniature } from "../board/drawing.js";
import { chooseFile, download, el } from "../dom.js";
import { count, time } from "../format.js";
import { figures, labelled, pointing, problem } from "./parts.js";

export const title = "Proof";

/** So many small boards are shown. */
const MOST_CARDS = 60;

/**
 * A proof that holds: its file in Base64, where its claims begin, and the claim that is walked.
 * @typedef {{content: string, start: {game: string, definition?: string, position: string | null}, claims: {moves: string[], player: string, can_win: boolean}[], claim: number}} Book
 */

/** @param {import("../state.js").State} state @param {HTMLElement} root */
export function open(state, root) {
  /** @type {Book | null} */
  let book = null;
  const seconds = el("input", { type: "number", min: 0.1, max: 3600, step: "any", value: 30 });
  const out = el("div", { class: "panel-part", "aria-live": "polite" });
  const said = el("div", { class: "panel-part", "aria-live": "polite" });
  const cards = el("div", { class: "cards" });
  const prove = el("button", { class: "main", type: "button", onclick: () => make() }, "Prove");
  root.replaceChildren(
    el("h2", {}, "A proof that anybody can check"),
    el("p", { class: "note" }, "The checker is a second implementation of the rules. It shares no code with the search."),
    el("div", { class: "row" }, labelled("Seconds", seconds, "narrow"), prove, el("button", { type: "button", onclick: () => load() }, "Load a proof file")),
    out, said, cards,
  );

  async function make() {
    const scene = state.scene;
    if (!scene) return;
    prove.disabled = true;
    close();
    out.replaceChildren(el("p", { class: "note" }, "Searching, then writing the proof…"));
    const answer = await state.engine.ask({ action: "solve", ...state.place(), seconds: Number(seconds.value), proof: true }).done;
    prove.disabled = false;
    if (answer.type !== "solution") return out.replaceChildren(problem(answer.message));
    const content = answer.proof?.content;
    if (!content) return out.replaceChildren(problem(answer.no_proof ?? "not decided in the time, so there is no proof"));
    await check(content, `${scene.game.replace(/[^a-z0-9]+/gi, "-")}.proof`);
  }

  async function load() {
    const file = await chooseFile(".proof,*/*");
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    let binary = "";
    for (let at = 0; at < bytes.length; at += 32768) binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
    close();
    await check(btoa(binary), file.name);
  }

  function close() {
    book = null;
    said.replaceChildren();
    cards.replaceChildren();
  }

  /** @param {string} content @param {string} name */
  async function check(content, name) {
    out.replaceChildren(el("p", { class: "note" }, "Checking…"));
    const answer = await state.checker.ask({ action: "check", proof: content, seconds: 600 }).done;
    if (answer.type !== "check") return out.replaceChildren(problem(answer.message));
    if (answer.proof !== "holds") return out.replaceChildren(problem(`The proof ${answer.proof}${answer.error ? `: ${answer.error}` : ""}`));
    const bytes = Uint8Array.from(atob(content), (symbol) => symbol.charCodeAt(0));
    const { definition, claims } = answer;
    // A game that is described in a text has the name of the file that it came from; any will do.
    const game = definition ? `${answer.game.split(":")[0]}:proof` : answer.game;
    const walk = (/** @type {number} */ claim) => begin({ content, start: { game, definition, position: answer.from ?? null }, claims, claim });
    const claim = (/** @type {any} */ one, /** @type {number} */ index) => el("li", {}, `${one.moves.length ? `After ${one.moves.join(" ")}, the` : "The"} ${told(one)}. `,
      el("button", { type: "button", onclick: () => walk(index) }, "Walk through it"));
    out.replaceChildren(
      el("p", { class: "verdict win" }, "The proof holds", el("small", {}, `${answer.game}, checked ${state.checker.name === "page" ? "in this page, without the server" : "by the server"}`)),
      el("ul", { class: "claims" }, ...claims.map(claim)),
      figures([["lemmas", count(answer.lemmas)], ["nodes", count(answer.nodes)], ["moves played", count(answer.plays)], ["size", `${count(bytes.length)} B`], ["time", time(answer.seconds)]]),
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => download(name, bytes, "application/octet-stream") }, "Save the proof")),
    );
  }

  /** Shows the position of a claim, and what the proof says of it. @param {Book} opened */
  async function begin(opened) {
    book = opened;
    const failed = await state.go({ ...opened.start, line: opened.claims[opened.claim].moves });
    if (failed) said.replaceChildren(problem(failed));
  }

  /** What the proof says of the position on the board. */
  async function read() {
    const [scene, opened] = [state.scene, book];
    cards.replaceChildren();
    said.replaceChildren();
    if (!scene || !opened) return;
    const claim = opened.claims[opened.claim];
    const { moves } = state.place();
    if (state.game !== opened.start.game || claim.moves.some((move, index) => moves[index] !== move)) {
      return said.replaceChildren(el("p", { class: "note" }, "This position is not below the claim."));
    }
    const answer = scene.over ? { type: "over" } : await state.checker.ask({ action: "walk", proof: opened.content, claim: opened.claim + 1, moves: moves.slice(claim.moves.length), seconds: 60 }).done;
    if (state.scene !== scene || book !== opened) return;
    if (answer.type !== "proof_entry") return said.replaceChildren(el("p", { class: "note entry" }, scene.over ? "The game is over." : `Outside of the proof: ${answer.message}`));
    const where = answer.is_lemma ? `lemma ${count(answer.lemma)}` : `in the tree of lemma ${count(answer.lemma)}`;
    said.replaceChildren(el("div", { class: "entry" }, el("p", { class: "verdict" }, `The ${told(answer)}`, el("small", {}, where)), el("p", {}, sentence(answer))));
    const branches = answer.branches.slice(0, MOST_CARDS);
    if (branches.length < answer.branches.length) said.append(el("p", { class: "note" }, `${count(branches.length)} of ${count(answer.branches.length)} moves are shown.`));
    await Promise.all(branches.map(async (/** @type {{move: string, ends?: string}} */ { move, ends }) => {
      const card = el("button", { type: "button", onclick: () => state.play(move), ...pointing(state, move) }, el("code", {}, move));
      if (ends) card.append(el("span", {}, ends === "draw" ? "a draw" : `the ${ends} player has won`));
      cards.append(card);
      const shown = /** @type {any} */ (await state.engine.ask({ action: "show", ...state.place(), moves: [...moves, move] }).done);
      if (shown.layout) card.prepend(miniature(shown.layout));
    }));
  }

  return state.listen((what) => what === "place" && read());
}

/** What a claim or an entry says. @param {{player: string, can_win: boolean}} statement */
function told({ player, can_win }) {
  return `${player} player ${can_win ? "can" : "cannot"} force a win`;
}

/** How the proof goes on. @param {{reason: string, to_move: string}} entry */
function sentence({ reason, to_move }) {
  return {
    move: `The ${to_move} player makes this move:`,
    replies: `The ${to_move} player is to move, and the proof answers every reply:`,
    stuck: `The ${to_move} player cannot move.`,
    search: `Little is left, so the checker searches it. The ${to_move} player is to move:`,
    theorem: "A theorem settles it.",
  }[reason] ?? reason;
}
