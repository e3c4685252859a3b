// Below the board: back and forth, a move to type, files and links, and the list of moves.

import { box, ground, names, pieces } from "./board/drawing.js";
import { byId, chooseFile, download, el, svg } from "./dom.js";
import { capital } from "./format.js";
import { toHash } from "./share.js";

/** @param {import("./state.js").State} state @param {import("./board/board.js").Board} board */
export function buildBar(state, board) {
  const say = (/** @type {string} */ text) => byId("offer").replaceChildren(text);
  const typed = el("input", { id: "type-move", placeholder: "type moves", "aria-label": "Type moves", autocomplete: "off", spellcheck: "false" });
  typed.addEventListener("keydown", async (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !typed.value.trim()) return;
    const moves = [...state.line.slice(0, state.at), typed.value.trim()].join(" ");
    const error = await state.go({ line: moves });
    if (error) say(error);
    else typed.value = "";
  });
  const step = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => number} */ to) =>
    el("button", { type: "button", "aria-label": label, title: label, onclick: () => state.jump(to()) }, text);
  const item = (/** @type {string} */ text, /** @type {() => unknown} */ act) =>
    el("button", { type: "button", onclick: () => { menu.open = false; act(); } }, text);
  const copy = (/** @type {string} */ text, /** @type {string} */ what) =>
    navigator.clipboard.writeText(text).then(() => say(`${what} copied.`), () => say(text));
  const menu = el("details", {}, el("summary", {}, "More"), el("div", { class: "menu" },
    item("Copy a link", () => copy(location.origin + location.pathname + toHash(state), "Link")),
    item("Copy the moves", () => copy(state.line.slice(0, state.at).join(" "), "Moves")),
    item("Copy the position", () => copy(state.scene?.position ?? "", "Position")),
    item("Open a game described in a file…", () => openDescription(state, say)),
    item("Open a position…", () => openPosition(state, say)),
    item("Save the moves", () => download("game.trx", `${state.line.join(" ")}\n`, "text/plain")),
    item("Save as SVG", async () => download("board.svg", await drawn(state), "image/svg+xml")),
    item("Save as PNG", () => savePng(state)),
    item("Show the whole board", () => { board.fit(); board.draw(); })));
  byId("bar").replaceChildren(step("⇤", "To the beginning", () => 0), step("←", "One move back", () => state.at - 1), step("→", "One move forward", () => state.at + 1), step("⇥", "To the end", () => state.line.length),
    el("button", { type: "button", onclick: () => state.go({ position: null, line: [] }) }, "New"), typed, menu);
  state.listen((what) => what === "place" && arrive());

  function arrive() {
    const scene = state.scene;
    if (!scene) return;
    const who = scene.over ? scene.winner : scene.to_move;
    const text = !scene.over ? `${capital(scene.colours[who === "first" ? 0 : 1])} to move` : who ? `${capital(scene.colours[who === "first" ? 0 : 1])} wins: ${scene.reason}` : `Draw: ${scene.reason}`;
    byId("standing").replaceChildren(el("span", { class: "who" }, who ? el("span", { class: `swatch ${who}${scene.layout?.floats === null ? " round" : ""}` }) : "", text), el("small", {}, `${scene.game} · move ${state.at + (scene.over ? 0 : 1)}`));
    byId("moves").replaceChildren(...state.line.map((move, at) => el("li", {},
      el("button", { type: "button", class: at >= state.at ? "later" : null, "aria-current": at === state.at - 1 ? "step" : null, onclick: () => state.jump(at + 1) }, el("span", { class: "number" }, at + 1), ` ${move}`))));
    byId("moves").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }
}

/** A game in the language of Toss, or winning sets (.pg). The engine gets the text; it reads no file. @param {import("./state.js").State} state @param {(text: string) => void} say */
async function openDescription(state, say) {
  const file = await chooseFile(".toss,.pg,.txt");
  if (!file) return;
  const kind = file.name.endsWith(".pg") ? "pg" : "toss";
  const name = file.name.replace(/[^A-Za-z0-9._-]+/g, "-");
  const error = await state.go({ game: `${kind}:${name}`, definition: (await file.text()).slice(0, 1_000_000), position: null, line: [] });
  // Below a board without squares are its moves; they stay.
  if (error) say(error);
}

/** @param {import("./state.js").State} state @param {(text: string) => void} say */
function openPosition(state, say) {
  const dialog = byId("keys");
  const text = el("textarea", { rows: 3, "aria-label": "Position", spellcheck: "false" });
  text.value = state.scene?.position ?? "";
  const message = el("p", { role: "alert" });
  const before = [...dialog.childNodes];
  const close = () => { dialog.close(); dialog.replaceChildren(...before); };
  dialog.replaceChildren(el("h2", {}, `A position of ${state.game}`), text, message, el("div", { class: "row" },
    el("button", { class: "main", type: "button", onclick: async () => {
      const error = await state.go({ position: text.value.trim(), line: [] });
      if (error) message.textContent = error;
      else { close(); say("Position opened."); }
    } }, "Open"), el("button", { type: "button", onclick: close }, "Cancel")));
  dialog.showModal();
}

/** The board as an SVG file, with the sheet that it is drawn by. @param {import("./state.js").State} state */
async function drawn(state) {
  const layout = state.scene?.layout;
  if (!layout) return "";
  const { x, y, width, height } = box(layout);
  const sheet = await (await fetch("style.css")).text();
  const computed = getComputedStyle(document.documentElement);
  // A file stands alone, so every variable gets the value that it has on the page.
  const fixed = sheet.slice(sheet.indexOf("/* The board */"), sheet.indexOf("@media (max-width: 980px)")).replace(/var\((--[a-z-]+)\)/g, (_, name) => computed.getPropertyValue(name).trim() || "sans-serif");
  const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `${x} ${y} ${width} ${height}`, width: width / 2, height: height / 2 },
    svg("style", {}, fixed), ground(layout), names(layout), pieces(layout));
  return new XMLSerializer().serializeToString(root);
}

/** @param {import("./state.js").State} state */
async function savePng(state) {
  const picture = new Image();
  const url = URL.createObjectURL(new Blob([await drawn(state)], { type: "image/svg+xml" }));
  picture.src = url;
  await picture.decode();
  const canvas = el("canvas", { width: 2 * picture.width, height: 2 * picture.height });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  canvas.toBlob((/** @type {Blob | null} */ blob) => blob && download("board.png", blob, "image/png"));
}
