// How pieces look. Players differ in shape as well as in colour: a cross on the first player's stones, a ring on the second's.

import { svg } from "../dom.js";
import { tile } from "./tiles.js";

/**
 * A piece on its square.
 * @param {import("../types.js").Piece} piece
 * @param {{hit?: string[], className?: string}} [options]
 */
export function piece({ at: [x, y], kind, player, tile: letter }, { hit = [], className = "" } = {}) {
  const group = svg("g", { class: `piece ${player ?? ""} ${className}`, transform: `translate(${100 * x} ${100 * y})` });
  if (kind === "tile") group.append(tile(letter ?? "v", { hit }));
  else if (kind === "arrow") {
    group.append(svg("rect", { class: "arrow", x: 4, y: 4, width: 92, height: 92, rx: 8 }));
    group.append(svg("path", { class: "arrow-mark", d: "M32 32L68 68M68 32L32 68" }));
  } else {
    const won = player && hit.includes(player) ? " hit" : "";
    group.append(svg("circle", { class: `stone ${player}${won}`, cx: 50, cy: 50, r: 39 }));
    if (kind === "amazon") group.append(svg("path", { class: "sign", d: "M28 62L32 36L43 50L50 32L57 50L68 36L72 62Z" }));
    else if (player === "first") group.append(svg("path", { class: "sign", d: "M36 36L64 64M64 36L36 64" }));
    else group.append(svg("circle", { class: "sign", cx: 50, cy: 50, r: 17 }));
  }
  return group;
}
