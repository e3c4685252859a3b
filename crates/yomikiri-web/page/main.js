// The start: an engine, a position, a board, panels.

import { buildBar } from "./bar.js";
import { Board } from "./board/board.js";
import { byId, el } from "./dom.js";
import { chooseEngine } from "./engine/choose.js";
import { listenToKeys } from "./keys.js";
import * as analysis from "./panels/analysis.js";
import * as cluster from "./panels/cluster.js";
import * as formulas from "./panels/formulas.js";
import * as games from "./panels/games.js";
import * as play from "./panels/play.js";
import * as problems from "./panels/problems.js";
import * as proof from "./panels/proof.js";
import * as results from "./panels/results.js";
import * as values from "./panels/values.js";
import { fromHash, toHash } from "./share.js";
import { State } from "./state.js";

const PANELS = [analysis, play, problems, games, proof, values, formulas, results];
const FIRST = { game: "trax:8x8", position: null, line: ["@0/", "B1+", "C1\\"] };

async function start() {
  theme();
  const status = byId("engine");
  const { engine, checker, watches } = await chooseEngine((now, where) => {
    status.textContent = now === "lost" ? "The server is gone; trying again…" : `Engine: this ${where}`;
    status.classList.toggle("lost", now === "lost");
  });
  const shelf = await engine.ask({ action: "games" }).done;
  if (shelf.type !== "games") throw new Error(shelf.message);
  status.title = `yomikiri ${shelf.program}`;
  const state = new State(engine, checker);
  const board = new Board(state);
  buildBar(state, board);
  chooseGame(state, shelf);
  const openPanel = panels(state, shelf, watches ? [...PANELS, cluster] : PANELS);
  listenToKeys(state, openPanel);
  await goToHash(state);
  openPanel(0, false);
  // A link in the address bar is the position that is shown.
  state.listen((what) => what === "place" && history.replaceState(null, "", toHash(state)));
  addEventListener("hashchange", () => goToHash(state));
  addEventListener("paste", (event) => paste(state, event));
}

/** @param {State} state */
async function goToHash(state) {
  const wanted = fromHash(location.hash);
  const error = await state.go(wanted ?? FIRST);
  if (!error) return;
  await state.go(FIRST);
  byId("offer").replaceChildren(`The link cannot be shown: ${error}`);
}

/** Moves from the clipboard, wherever no text is being typed. @param {State} state @param {ClipboardEvent} event */
async function paste(state, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const text = event.clipboardData?.getData("text/plain").trim();
  if (!text || target.closest("input, textarea")) return;
  const asMoves = await state.go({ position: null, line: text });
  if (!asMoves) return;
  const asPosition = await state.go({ position: text, line: [] });
  if (asPosition) byId("offer").replaceChildren(`Neither moves nor a position: ${asMoves}`);
}

/** @param {State} state @param {any} shelf */
function chooseGame(state, shelf) {
  const input = byId("game");
  byId("games").replaceChildren(...shelf.games.map((/** @type {any} */ one) => el("option", { value: one.game }, one.title)));
  byId("game-form").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const error = await state.go({ game: input.value.trim(), position: null, line: [] });
    input.setCustomValidity(error ?? "");
    if (error) input.reportValidity();
  });
  input.addEventListener("input", () => input.setCustomValidity(""));
  input.addEventListener("change", () => byId("game-form").requestSubmit());
  state.listen((what) => { if (what === "place") input.value = state.game; });
}

/** @param {State} state @param {any} shelf @param {typeof PANELS} all */
function panels(state, shelf, all) {
  const root = byId("panel");
  let close = () => {};
  const tabs = all.map((panel, at) => el("button", { type: "button", role: "tab", id: `tab-${at}`, "aria-controls": "panel", onclick: () => openPanel(at) }, panel.title));
  byId("tabs").replaceChildren(...tabs);
  byId("tabs").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const now = tabs.indexOf(/** @type {any} */ (document.activeElement));
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || !tabs[to]) return;
    event.preventDefault();
    openPanel(to);
  });

  /** @param {number} number @param {boolean} [focus] */
  function openPanel(number, focus = true) {
    const panel = all[number];
    if (!panel) return;
    close();
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === number));
      tab.tabIndex = at === number ? 0 : -1;
    });
    if (focus) tabs[number].focus();
    root.setAttribute("aria-labelledby", `tab-${number}`);
    close = panel.open(state, root, shelf);
  }
  return openPanel;
}

/** Light, dark, or what the system says; remembered. */
function theme() {
  const root = document.documentElement;
  const set = (/** @type {string | null} */ name) => { if (name) root.dataset.theme = name; };
  set(localStorage.getItem("theme"));
  byId("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const next = dark ? "light" : "dark";
    localStorage.setItem("theme", next);
    set(next);
  });
}

start().catch((error) => byId("offer").replaceChildren(`The workbench did not start: ${error.message}`));
