// The board: shows the position, takes clicks and keys, previews a move before it is played.

import { byId, el, svg } from "../dom.js";
import { box, ground, names, pieces } from "./drawing.js";
import { piece } from "./pieces.js";
import { Picking } from "./picking.js";
import { View } from "./view.js";

/** @typedef {import("../types.js").Square} Square */

const BADGES = { wins: "W", loses: "L", draws: "=" };

export class Board {
  /** @param {import("../state.js").State} state */
  constructor(state) {
    this.state = state;
    this.root = svg("svg", { tabindex: 0, role: "application", preserveAspectRatio: "xMidYMid meet" });
    this.view = new View(this.root);
    /** @type {Picking | null} */
    this.picking = null;
    /** @type {Square} */
    this.cursor = [0, 0];
    this.game = "";
    this.isPressed = false;
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    // No `click`: a browser sends none if what was pressed has been drawn again before the button was let go.
    this.root.addEventListener("pointerdown", () => { this.isPressed = true; });
    this.root.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.press(event));
    this.root.addEventListener("focus", () => this.draw());
    this.root.addEventListener("blur", () => this.draw());
    state.listen((what) => (what === "place" ? this.arrive() : this.draw()));
  }

  /** A new position. */
  arrive() {
    const { scene } = this.state;
    if (!scene) return;
    const there = byId("board");
    if (!scene.layout) {
      there.replaceChildren(el("pre", { class: "picture", tabindex: 0, "aria-label": "Board" }, scene.board.join("\n")));
      this.picking = null;
      this.offer();
      return;
    }
    if (this.root.parentNode !== there) there.replaceChildren(this.root);
    this.picking = new Picking(scene);
    this.root.setAttribute("aria-label", `Board of ${scene.game}. Arrow keys move the cursor, Enter picks a square.`);
    if (this.game !== scene.game || !this.view.isFree) this.fit();
    if (this.game !== scene.game) this.cursor = [...scene.layout.corner];
    this.game = scene.game;
    this.draw();
  }

  fit() {
    const layout = this.state.scene?.layout;
    if (!layout) return;
    const full = box(layout);
    // Few tiles on a board that grows are not shown larger than life.
    const least = layout.floats === null ? 0 : 560;
    const grow = Math.max(0, least - Math.max(full.width, full.height)) / 2;
    this.view.fit({ x: full.x - grow, y: full.y - grow, width: full.width + 2 * grow, height: full.height + 2 * grow });
  }

  draw() {
    const { scene, marks, pointed } = this.state;
    const layout = scene?.layout;
    const picking = this.picking;
    if (!scene || !layout || !picking) return;
    const shown = pointed ? (scene.choices.find(({ move }) => move === pointed) ?? null) : picking.offer;
    const gone = new Set((shown && "removed" in shown ? shown.removed : [])?.map((square) => square.join()));
    const still = { ...layout, pieces: layout.pieces.filter(({ at }) => !gone.has(at.join())) };
    const rect = (/** @type {string} */ name, /** @type {Square} */ [x, y]) =>
      svg("rect", { class: name, x: 100 * x + 5, y: 100 * y + 5, width: 90, height: 90, rx: 8 });
    const top = svg("g", {});
    const taken = new Set(layout.pieces.map(({ at }) => at.join()));
    for (const square of picking.next().values()) {
      const [x, y] = square;
      const name = picking.picked.length ? "target" : taken.has(square.join()) ? "ring" : "spot";
      top.append(svg("circle", { class: name, cx: 100 * x + 50, cy: 100 * y + 50, r: { target: 18, ring: 45, spot: 9 }[name] }));
    }
    if (shown) this.preview(top, shown);
    for (const square of picking.picked) top.append(rect("picked", square));
    this.badges(top, marks, picking);
    const areas = svg("g", {});
    const refused = new Set(scene.refused.map(({ squares }) => squares[0].join()));
    for (const square of this.clickable(picking)) {
      const [x, y] = square;
      const attributes = { class: "hit-area", x: 100 * x, y: 100 * y, width: 100, height: 100, "data-square": square.join(), "data-refused": refused.has(square.join()) };
      areas.append(svg("rect", attributes));
    }
    if (this.root.matches(":focus-visible")) top.append(rect("cursor", this.cursor));
    this.root.replaceChildren(ground(layout), names(layout), pieces(still), top, areas);
    if (!pointed && picking.offer && "added" in picking.offer) this.root.append(this.tick(picking));
    this.offer();
  }

  /** What a move would lay, forced tiles dashed. @param {Element} top @param {import("../types.js").Choice | import("../types.js").Refused} shown */
  preview(top, shown) {
    const [named] = shown.squares;
    if ("added" in shown) {
      for (const one of shown.added) {
        const forced = one.kind === "tile" && one.at.join() !== named.join();
        top.append(piece(one, { className: `ghost${forced ? " forced" : ""}` }));
      }
    } else {
      const [x, y] = named;
      top.append(svg("g", { class: "ghost wrong", transform: `translate(${100 * x} ${100 * y})` }, svg("rect", { class: "tile", width: 100, height: 100 })));
      top.append(svg("text", { class: "badge loses", x: 100 * x + 50, y: 100 * y + 50 }, "✕"));
    }
  }

  /** What is known of moves, on the squares that they name first. @param {Element} top @param {Map<string, string>} marks @param {Picking} picking */
  badges(top, marks, picking) {
    if (picking.picked.length || !marks.size) return;
    // A square loses only if every move there does.
    const order = ["wins", "draws", "unknown", "loses"];
    /** @type {Map<string, string>} */
    const best = new Map();
    for (const { move, squares } of picking.scene.choices) {
      const [mark, square] = [marks.get(move), squares[0].join()];
      const known = best.get(square);
      if (mark && (!known || order.indexOf(mark) < order.indexOf(known))) best.set(square, mark);
    }
    for (const [square, mark] of best) {
      if (mark === "unknown") continue;
      const [x, y] = square.split(",").map(Number);
      top.append(svg("circle", { class: "disc", cx: 100 * x + 50, cy: 100 * y + 50, r: 19 }));
      top.append(svg("text", { class: `badge ${mark}`, x: 100 * x + 50, y: 100 * y + 50 }, BADGES[/** @type {"wins"} */ (mark)]));
    }
  }

  /** @param {Picking} picking @returns {Iterable<Square>} */
  clickable(picking) {
    const all = picking.next();
    for (const { squares } of [...picking.scene.choices, ...picking.scene.refused]) {
      if (all.size > 4000) break;
      all.set(squares[0].join(), squares[0]);
    }
    for (const square of picking.picked) all.set(square.join(), square);
    return all.values();
  }

  /** @param {Picking} picking */
  tick(picking) {
    const [x, y] = picking.picked[picking.picked.length - 1];
    return svg("g", { class: "tick", transform: `translate(${100 * x + 100} ${100 * y})`, "data-tick": "" },
      svg("circle", { r: 25 }), svg("path", { d: "M-11 0L-3 9L12 -9" }));
  }

  /** A press of the pointer, by its place. @param {PointerEvent} event */
  press({ clientX, clientY, button }) {
    const matrix = this.root.getScreenCTM();
    const isClick = this.isPressed && button === 0 && !this.view.dragged;
    this.isPressed = false;
    if (!isClick || !matrix) return;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const last = this.picking?.offer && this.picking.picked.at(-1);
    if (last && Math.hypot(x - 100 * last[0] - 100, y - 100 * last[1]) < 32) this.confirm();
    else this.click([Math.floor(x / 100), Math.floor(y / 100)]);
  }

  /** @param {Square} square */
  click(square) {
    if (!this.picking) return;
    this.cursor = square;
    const move = this.picking.click(square);
    if (move) this.state.play(move);
    else this.draw();
  }

  /** Plays the move that is offered. */
  confirm() {
    const offer = this.picking?.offer;
    if (offer && "added" in offer) this.state.play(offer.move);
  }

  cancel() {
    this.picking?.clear();
    this.draw();
  }

  /** Says below the board what is offered. */
  offer() {
    const { scene } = this.state;
    const picking = this.picking;
    const there = byId("offer");
    const offer = picking?.offer;
    if (!scene || scene.over) return there.replaceChildren();
    if (!picking) {
      const chips = scene.legal_moves.slice(0, 200).map((move) => el("button", { class: "chip", type: "button", onclick: () => this.state.play(move) }, move));
      return there.replaceChildren("Moves: ", ...chips);
    }
    if (!offer) {
      const many = picking.confirms ? "Click a dot to try a tile there" : picking.picked.length ? "Now click where to" : "Click a square to move";
      return there.replaceChildren(many);
    }
    const more = picking.offers.length > 1 ? el("button", { type: "button", onclick: () => this.click(picking.picked[picking.picked.length - 1]) }, `Next tile (${picking.turn + 1}/${picking.offers.length})`) : null;
    if (!("added" in offer)) return there.replaceChildren(el("code", {}, offer.move), ` is illegal: ${offer.why}`, ...(more ? [more] : []));
    const forced = offer.added.length - 1;
    const says = [forced > 0 ? `forces ${forced} more ${forced === 1 ? "tile" : "tiles"}` : "", offer.ends === "draw" ? "ends in a draw" : offer.ends ? `${scene.colours[offer.ends === "first" ? 0 : 1]} wins` : ""];
    there.replaceChildren(el("code", {}, offer.move), says.filter(Boolean).join(", "), el("button", { class: "main", type: "button", onclick: () => this.confirm() }, "Play"), ...(more ? [more] : []), el("button", { type: "button", onclick: () => this.cancel() }, "Cancel"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[/** @type {"ArrowLeft"} */ (event.key)];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) this.cursor = [this.cursor[0] + step[0], this.cursor[1] + step[1]];
    else if (event.key === " ") this.pick();
    else if (event.key === "Enter") {
      if (this.picking?.offer) this.confirm();
      else this.pick();
    } else if (event.key === "Escape") this.cancel();
    else if (event.key === "+" || event.key === "=") this.view.zoom(0.8);
    else if (event.key === "-") this.view.zoom(1.25);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.draw();
  }

  /** Picks the square under the cursor. */
  pick() {
    this.click(this.cursor);
  }
}
