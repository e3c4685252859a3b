// Proofs: made or loaded, checked by the independent checker, and walked move by move with small boards.

import { miniature } from "../board/drawing.js";
import { chooseFile, download, el } from "../dom.js";
import { count, time } from "../format.js";
import { figures, labelled, pointing, problem } from "./parts.js";

export const title = "Proof";

/** @param {import("../state.js").State} state @param {HTMLElement} root */
export function open(state, root) {
  const seconds = el("input", { type: "number", min: 0.1, max: 3600, step: "any", value: 30 });
  const out = el("div", { class: "panel-part", "aria-live": "polite" });
  const tree = el("div", { class: "cards" });
  const prove = el("button", { class: "main", type: "button", onclick: () => make() }, "Prove");
  root.replaceChildren(
    el("h2", {}, "A proof that anybody can check"),
    el("p", { class: "note" }, "The checker is a second implementation of the rules. It shares no code with the search."),
    el("div", { class: "row" }, labelled("Seconds", seconds, "narrow"), prove, el("button", { type: "button", onclick: () => load() }, "Load a proof file"),
      el("button", { type: "button", onclick: () => walk() }, "Walk the moves")),
    out, tree,
  );

  async function make() {
    const scene = state.scene;
    if (!scene) return;
    prove.disabled = true;
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
    await check(btoa(binary), file.name);
  }

  /** @param {string} proof @param {string} name */
  async function check(proof, name) {
    out.replaceChildren(el("p", { class: "note" }, "Checking…"));
    const answer = await state.checker.ask({ action: "check", proof, seconds: 600 }).done;
    if (answer.type !== "check") return out.replaceChildren(problem(answer.message));
    if (answer.proof !== "holds") return out.replaceChildren(problem(`The proof ${answer.proof}${answer.error ? `: ${answer.error}` : ""}`));
    const bytes = Uint8Array.from(atob(proof), (symbol) => symbol.charCodeAt(0));
    const claims = answer.claims.map((/** @type {any} */ claim) => el("li", {}, `${claim.moves.length ? `after ${claim.moves.join(" ")}, ` : ""}the ${claim.player} player ${claim.can_win ? "can" : "cannot"} force a win`));
    out.replaceChildren(
      el("p", { class: "verdict win" }, "The proof holds", el("small", {}, `${answer.game}, checked ${state.checker.name === "page" ? "in this page, without the server" : "by the server"}`)),
      el("ul", {}, ...claims),
      figures([["lemmas", count(answer.lemmas)], ["nodes", count(answer.nodes)], ["moves played", count(answer.plays)], ["size", `${count(bytes.length)} B`], ["time", time(answer.seconds)]]),
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => download(name, bytes, "application/octet-stream") }, "Save the proof"),
        el("button", { type: "button", onclick: async () => { await state.go({ game: answer.game, position: null, line: answer.claims[0]?.moves ?? [] }); walk(); } }, "Walk from the claim")),
    );
  }

  /** The positions after each move, as small boards with who wins there. */
  async function walk() {
    const scene = state.scene;
    tree.replaceChildren();
    if (!scene || scene.over) return;
    for (const { move, ends } of scene.choices.slice(0, 48)) {
      const place = { ...state.place(), moves: [...state.place().moves, move] };
      const [shown, solved] = await Promise.all([
        state.engine.ask({ action: "show", ...place }).done,
        ends ? { type: "ended", verdict: ends, cost: { nodes: 0 } } : state.engine.ask({ action: "solve", ...place, seconds: 2 }).done,
      ]);
      if (state.scene !== scene) return;
      const after = /** @type {any} */ (shown);
      if (after.type !== "scene" || !after.layout) return;
      const verdict = /** @type {any} */ (solved).verdict ?? "unknown";
      const mark = verdict === "unknown" ? "unknown" : verdict === "draw" ? "draws" : verdict === scene.to_move ? "wins" : "loses";
      tree.append(el("button", { type: "button", onclick: () => state.play(move).then(walk), ...pointing(state, move) },
        miniature(after.layout), el("code", {}, move), el("span", { class: mark }, mark)));
    }
  }
  return state.listen((what) => what === "place" && tree.replaceChildren());
}
