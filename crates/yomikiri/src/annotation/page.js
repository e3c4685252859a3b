"use strict";
// The games, as the program found them.
const games = JSON.parse(document.getElementById("games").textContent);
// The sides that the white line of a tile joins: north, east, south, west.
const TILES = { J: [0, 3], L: [0, 1], 7: [2, 3], r: [1, 2], v: [0, 2], h: [1, 3] };
const MIDDLE = [[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]];
let current = 0;
let ply = 0;

/** An element with attributes and children. */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") element.onclick = value;
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** The cells of a position text: rows of letters, a dot for an empty space. */
function cells(text) {
  const board = text.split(" ")[0];
  if (board === "-") return [];
  return board.split("|").map((row) => [...row]);
}

/** Which cells the last move has filled: those that were not there before. */
function fresh(game, at) {
  const now = cells(game.positions[at]);
  const filled = new Set();
  if (at === 0) return filled;
  const before = cells(game.positions[at - 1]);
  const move = game.moves[at - 1].text;
  const left = before.length && move.startsWith("@") ? 1 : 0;
  const top = before.length && /^[@A-Z]+0/.test(move) ? 1 : 0;
  now.forEach((row, r) => row.forEach((tile, c) => {
    const old = before[r - top]?.[c - left];
    if (tile !== "." && (old === undefined || old === ".")) filled.add(`${r},${c}`);
  }));
  return filled;
}

/** The path of a line between two sides of the cell at a row and column. */
function path(r, c, [a, b]) {
  const [ax, ay] = MIDDLE[a], [bx, by] = MIDDLE[b];
  const from = `M${c + ax} ${r + ay}`;
  if ((a + 2) % 4 === b) return `${from}L${c + bx} ${r + by}`;
  const x = [ax, bx].find((v) => v !== 0.5), y = [ay, by].find((v) => v !== 0.5);
  const sweep = (ax - x) * (by - y) - (ay - y) * (bx - x) > 0 ? 1 : 0;
  return `${from}A.5 .5 0 0 ${sweep} ${c + bx} ${r + by}`;
}

/** Column letters as notation has them: A, …, Z, AA. */
function letters(column) {
  let text = "";
  for (let n = column; n > 0; n = Math.floor((n - 1) / 26)) text = String.fromCharCode(65 + ((n - 1) % 26)) + text;
  return text;
}

/** The board of a position as SVG. */
function board(game, at) {
  const rows = cells(game.positions[at]);
  const filled = fresh(game, at);
  const height = Math.max(rows.length, 1), width = Math.max(rows[0]?.length ?? 1, 1);
  const size = Math.max(height, width, 5);
  const top = (size - height) / 2, left = (size - width) / 2;
  const parts = [];
  rows.forEach((row, r) => row.forEach((tile, c) => {
    const white = TILES[tile];
    if (!white) return;
    const red = [0, 1, 2, 3].filter((side) => !white.includes(side));
    const isNew = filled.has(`${r},${c}`);
    parts.push(`<rect x="${c}" y="${r}" width="1" height="1" fill="var(--tile)" stroke="${isNew ? "var(--gold)" : "var(--edge)"}" stroke-width="${isNew ? 0.05 : 0.02}"/>`);
    const down = white.includes(0) ? [red, white] : [white, red];
    for (const sides of down) parts.push(`<path d="${path(r, c, sides)}" fill="none" stroke="var(--${sides === white ? "white" : "red"})" stroke-width=".17"/>`);
  }));
  // Frames of new tiles lie above their neighbours.
  for (const key of filled) {
    const [r, c] = key.split(",").map(Number);
    parts.push(`<rect x="${c}" y="${r}" width="1" height="1" fill="none" stroke="var(--gold)" stroke-width=".06"/>`);
  }
  const label = (x, y, text) => `<text x="${x}" y="${y}" font-size=".24" text-anchor="middle" fill="var(--soft)">${text}</text>`;
  for (let c = 0; rows.length && c < width; c += 1) parts.push(label(c + 0.5, -0.18, letters(c + 1)));
  for (let r = 0; rows.length && r < height; r += 1) parts.push(label(-0.32, r + 0.6, r + 1));
  return `<svg viewBox="${-left - 0.7} ${-top - 0.7} ${size + 1.4} ${size + 1.4}" role="img" aria-label="the board">${parts.join("")}</svg>`;
}

/** What is said about the position and the move that comes next. */
function said(game, at) {
  const box = make("div", { class: "said" });
  if (at > 0) {
    const made = game.moves[at - 1];
    box.append(make("b", {}, `${at}. ${made.text}${made.mark}`), ` ${made.remark ?? ""}`);
    if (made.remark) box.append(make("span", { class: "sure" }, made.certain ? "certain" : "estimate"));
    box.append(make("br", {}));
  }
  const next = game.moves[at];
  if (next) {
    const win = next.winner;
    const who = next.colour[0].toUpperCase() + next.colour.slice(1);
    if (win) {
      box.append(`${who} to move. ${win[0].toUpperCase() + win.slice(1)} has a forced win`);
      if (next.line.length) box.append(`: ${next.line.join(" ")}`);
      box.append(make("span", { class: "sure" }, "certain"));
    } else {
      box.append(`${who} to move`);
      if (next.best.length) box.append(`; ${next.best.join(" or ")} looks best`);
      if (next.estimate !== null) box.append(` (${next.estimate > 0 ? "+" : ""}${next.estimate})`);
      if (next.best.length) box.append(make("span", { class: "sure" }, "estimate"));
    }
  }
  return box;
}

function show() {
  const game = games[current];
  const app = document.getElementById("app");
  const scroll = document.querySelector("nav")?.scrollTop ?? 0;
  app.replaceChildren();
  if (!game) {
    app.append("No games.");
    return;
  }
  const nav = make("nav", { "aria-label": "games" });
  games.forEach((other, number) => nav.append(make("button", { "aria-current": number === current, onclick: () => { current = number; ply = 0; show(); } }, other.title, make("small", {}, other.heading))));
  const view = make("section", {});
  view.append(make("p", { class: "where" }, game.heading));
  const picture = make("div", {});
  picture.innerHTML = board(game, ply);
  view.append(picture, said(game, ply));
  const button = (text, title, to) => make("button", { title, onclick: () => go(to) }, text);
  view.append(make("div", { class: "bar" }, button("«", "first position (Home)", 0), button("‹", "previous move (←)", ply - 1), button("›", "next move (→)", ply + 1), button("»", "last position (End)", game.moves.length)));
  const list = make("aside", {});
  list.append(make("h2", {}, game.title));
  for (const error of game.errors) list.append(make("p", { class: "error" }, error));
  const moves = make("ol", {});
  game.moves.forEach((made, number) => {
    const isTurning = number === game.turning ? " turning" : "";
    const item = make("li", { class: made.judgement + isTurning });
    item.append(make("button", { "aria-current": number + 1 === ply, onclick: () => go(number + 1) },
      make("span", { class: "n" }, `${number + 1}`), make("span", { class: `dot ${made.colour}` }),
      make("span", { class: "m" }, made.text + made.mark), make("span", { class: "why" }, made.remark ?? "")));
    for (const [after, text] of game.comments) if (after === number + 1) item.append(make("div", { class: "comment" }, text));
    moves.append(item);
  });
  list.append(moves);
  app.append(nav, view, list);
  nav.scrollTop = scroll;
  list.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
}

function go(to) {
  ply = Math.max(0, Math.min(to, games[current].moves.length));
  location.replace(`#${current + 1}.${ply}`);
  show();
}

document.addEventListener("keydown", (event) => {
  if (!games.length || event.ctrlKey || event.metaKey || event.altKey) return;
  const end = games[current].moves.length;
  const keys = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: end };
  if (event.key in keys) go(keys[event.key]);
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    current = Math.max(0, Math.min(games.length - 1, current + (event.key === "ArrowDown" ? 1 : -1)));
    go(0);
  } else return;
  event.preventDefault();
});

const [, game, at] = location.hash.match(/^#(\d+)\.(\d+)$/) ?? [];
if (game && games[game - 1]) {
  current = game - 1;
  ply = Math.min(Number(at), games[current].moves.length);
}
show();
