// How a Trax tile looks. The lines differ in width and texture as well as in colour: the first player's is broad and plain,
// the second player's is narrower with a dashed core.

import { svg } from "../dom.js";

/** The sides that the first player's line joins, and those of the second player's. @type {Record<string, [string, string]>} */
const SIDES = { v: ["ns", "ew"], h: ["ew", "ns"], J: ["nw", "es"], r: ["es", "nw"], L: ["ne", "sw"], 7: ["sw", "ne"] };

/** @type {Record<string, string>} */
const PATHS = {
  ns: "M50 0V100",
  ew: "M0 50H100",
  nw: "M50 0A50 50 0 0 1 0 50",
  ne: "M50 0A50 50 0 0 0 100 50",
  es: "M100 50A50 50 0 0 0 50 100",
  sw: "M50 100A50 50 0 0 0 0 50",
};

/**
 * A tile with its top left corner at the origin.
 * @param {string} letter
 * @param {{hit?: string[]}} [options] the players whose lines on the tile have won
 */
export function tile(letter, { hit = [] } = {}) {
  const [first, second] = SIDES[letter] ?? SIDES.v;
  const lines = [["first", first], ["second", second]];
  // The line that goes down lies above the one that goes across.
  lines.sort(([, a], [, b]) => Number(a === "ns") - Number(b === "ns"));
  const group = svg("g", {}, svg("rect", { class: "tile", width: 100, height: 100, rx: 3 }));
  for (const [player, sides] of lines) {
    const d = PATHS[sides];
    const won = hit.includes(player);
    if (sides === "ns") group.append(svg("path", { class: "path casing", d }));
    if (won) group.append(svg("path", { class: "glow", d }));
    group.append(svg("path", { class: `path ${player}${won ? " hit" : ""}`, d }));
    if (player === "second") group.append(svg("path", { class: "path core", d }));
  }
  return group;
}
