// A position as a drawing. The big board, the small boards and the files that are saved are all made here.

import { svg } from "../dom.js";
import { piece } from "./pieces.js";

/** @typedef {import("../types.js").Layout} Layout */

/** The size of the largest board whose floating box is shown in full. */
const LARGEST_ROOM = 5;

/** The squares that a drawing shows: the board, and one more around a board that grows. @param {Layout} layout */
export function extent({ corner: [left, top], columns, rows, floats }) {
  const margin = floats === null ? 0 : 1;
  return {
    left: left - margin,
    top: top - margin,
    width: Math.max(1, columns.length) + 2 * margin,
    height: Math.max(1, rows.length) + 2 * margin,
  };
}

/** The box of a drawing with its names. Of a small board that grows, all that it may come to cover is shown. @param {Layout} layout */
export function box(layout) {
  const { left, top, width, height } = room(layout) ?? extent(layout);
  return { x: 100 * left - 55, y: 100 * top - 55, width: 100 * width + 110, height: 100 * height + 110 };
}

/** The squares that a small board which grows may come to cover. @param {Layout} layout */
function room({ corner: [left, top], columns, rows, floats }) {
  if (floats === null || floats > LARGEST_ROOM || !columns.length) return null;
  const [wide, high] = [floats - columns.length, floats - rows.length];
  return { left: left - wide, top: top - high, width: columns.length + 2 * wide, height: rows.length + 2 * high };
}

/** The ground: squares of a fixed board, or the box of one that grows and how far it may. @param {Layout} layout */
export function ground(layout) {
  const { corner: [left, top], columns, rows, floats, wraps } = layout;
  const group = svg("g", {});
  if (floats === null) {
    for (let y = 0; y < rows.length; y++) {
      for (let x = 0; x < columns.length; x++) {
        const shade = (x + y) % 2 ? "sq-a" : "sq-b";
        group.append(svg("rect", { class: shade, x: 100 * (left + x), y: 100 * (top + y), width: 100, height: 100 }));
      }
    }
    const dash = wraps ? "20 12" : null;
    group.append(svg("rect", { class: "frame", x: 100 * left, y: 100 * top, width: 100 * columns.length, height: 100 * rows.length, "stroke-dasharray": dash }));
  } else {
    const all = room(layout);
    if (all) group.append(svg("rect", { class: "limit", rx: 8, x: 100 * all.left, y: 100 * all.top, width: 100 * all.width, height: 100 * all.height }));
  }
  return group;
}

/** The names of columns and rows. @param {Layout} layout */
export function names({ corner: [left, top], columns, rows, floats }) {
  // Around a board that grows they stand beyond the spaces where tiles may come.
  const away = floats === null ? 28 : 118;
  const group = svg("g", { "aria-hidden": "true" });
  columns.forEach((name, x) => group.append(svg("text", { class: "name", x: 100 * (left + x) + 50, y: 100 * top - away }, name)));
  rows.forEach((name, y) => group.append(svg("text", { class: "name", x: 100 * left - away, y: 100 * (top + y) + 50 }, name)));
  return group;
}

/** All pieces, those that have won lit. @param {Layout} layout */
export function pieces(layout) {
  const won = new Map();
  for (const { at, player } of layout.winning) won.set(at.join(), [...(won.get(at.join()) ?? []), player]);
  const group = svg("g", { class: won.size ? "won" : null });
  for (const one of layout.pieces) group.append(piece(one, { hit: won.get(one.at.join()) }));
  return group;
}

/** A small board that nobody can click. @param {Layout} layout */
export function miniature(layout) {
  const { corner: [left, top], columns, rows } = layout;
  const [width, height] = [Math.max(2, columns.length), Math.max(2, rows.length)];
  // A single tile is in the middle.
  const [x, y] = [100 * left - 50 * (width - columns.length), 100 * top - 50 * (height - rows.length)];
  return svg("svg", { viewBox: `${x - 30} ${y - 30} ${100 * width + 60} ${100 * height + 60}`, role: "img", "aria-label": "position" }, ground(layout), pieces(layout));
}
