// Small charts as SVG: lines over time, thermographs, bars.

import { svg } from "./dom.js";
import { fraction } from "./format.js";

/**
 * Two series of positive numbers over time, on a logarithmic scale.
 * @param {{t: number, a: number, b: number}[]} points
 * @param {string} label
 */
export function curves(points, label) {
  const [width, height, left, bottom] = [460, 150, 40, 18];
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  const end = Math.max(1, points.at(-1)?.t ?? 1);
  const most = Math.max(10, ...points.flatMap(({ a, b }) => [a, b]).filter((value) => value < 4e9));
  const up = Math.ceil(Math.log10(most));
  const x = (/** @type {number} */ t) => left + (t / end) * (width - left - 8);
  const y = (/** @type {number} */ value) => height - bottom - (Math.log10(Math.max(1, Math.min(value, 10 ** up))) / up) * (height - bottom - 10);
  for (let power = 0; power <= up; power++) {
    chart.append(svg("line", { class: "grid", x1: left, x2: width - 8, y1: y(10 ** power), y2: y(10 ** power) }));
    chart.append(svg("text", { x: left - 5, y: y(10 ** power) + 4, "text-anchor": "end" }, power < 4 ? 10 ** power : `1e${power}`));
  }
  chart.append(svg("text", { x: width - 8, y: height - 4, "text-anchor": "end" }, `${end.toFixed(end < 10 ? 1 : 0)} s`));
  for (const series of /** @type {("a" | "b")[]} */ (["a", "b"])) {
    const d = points.map((point, at) => `${at ? "L" : "M"}${x(point.t).toFixed(1)} ${y(point[series]).toFixed(1)}`).join("");
    chart.append(svg("path", { class: series, d }));
  }
  return chart;
}

/**
 * A thermograph: values run to the left, temperatures up, as is the custom.
 * @param {{left: [string, string][], right: [string, string][]}} walls corners as temperature and value
 * @param {{ambient?: number, label?: string}} [options]
 */
export function thermograph(walls, { ambient, label = "Thermograph" } = {}) {
  const [width, height, bottom] = [320, 190, 24];
  /** @param {[string, string][]} corners @returns {[number, number][]} */
  const numbers = (corners) => corners.map(([t, value]) => [fraction(t), fraction(value)]);
  const [left, right] = [numbers(walls.left), numbers(walls.right)];
  const all = [...left, ...right];
  // Above its last corner a wall goes straight up, to where the mast begins.
  const foot = Math.max(...all.map(([t]) => t));
  for (const wall of [left, right]) wall.push([foot, wall[wall.length - 1][1]]);
  const top = Math.max(0, ambient ?? -1, ...all.map(([t]) => t)) + 0.8;
  const low = Math.min(-1, ...all.map(([t]) => t));
  let [least, most] = [Math.min(...all.map(([, value]) => value)), Math.max(...all.map(([, value]) => value))];
  if (most - least < 2) [least, most] = [(least + most) / 2 - 1, (least + most) / 2 + 1];
  const x = (/** @type {number} */ value) => 14 + ((most - value) / (most - least)) * (width - 28);
  const y = (/** @type {number} */ t) => height - bottom - ((t - low) / (top - low)) * (height - bottom - 8);
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  for (let value = Math.ceil(least); value <= most; value += Math.max(1, Math.round((most - least) / 8))) {
    chart.append(svg("line", { class: "grid", x1: x(value), x2: x(value), y1: 6, y2: height - bottom }));
    chart.append(svg("text", { x: x(value), y: height - 8, "text-anchor": "middle" }, value));
  }
  chart.append(svg("line", { class: "axis", x1: 6, x2: width - 6, y1: y(0), y2: y(0) }));
  chart.append(svg("text", { x: width - 6, y: y(0) - 3, "text-anchor": "end" }, "t = 0"));
  if (ambient !== undefined) {
    chart.append(svg("line", { class: "ambient", x1: 6, x2: width - 6, y1: y(ambient), y2: y(ambient) }));
  }
  const mast = left.at(-1);
  if (mast) chart.append(svg("line", { class: "mast", x1: x(mast[1]), x2: x(mast[1]), y1: y(mast[0]), y2: 4 }));
  for (const [name, wall] of /** @type {[string, [number, number][]][]} */ ([["a", left], ["b", right]])) {
    chart.append(svg("path", { class: name, d: wall.map(([t, value], at) => `${at ? "L" : "M"}${x(value)} ${y(t)}`).join("") }));
  }
  return chart;
}

/**
 * Bars with their names, on a logarithmic scale if the numbers differ much.
 * @param {{name: string, value: number, text: string, second?: boolean}[]} rows
 * @param {string} label
 */
export function bars(rows, label) {
  const [width, step, names] = [460, 24, 130];
  const texts = 14 + 6.2 * Math.max(...rows.map(({ text }) => text.length));
  const most = Math.max(1e-9, ...rows.map(({ value }) => value));
  const least = Math.min(most, ...rows.map(({ value }) => value).filter((value) => value > 0));
  const log = most / least > 50;
  const share = (/** @type {number} */ value) => (value <= 0 ? 0 : log ? (Math.log(value / least) + 0.4) / (Math.log(most / least) + 0.4) : value / most);
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${step * rows.length + 8}`, role: "img", "aria-label": label });
  rows.forEach(({ name, value, text, second }, at) => {
    const y = 4 + step * at;
    const long = share(value) * (width - names - texts);
    chart.append(svg("text", { x: names - 8, y: y + 16, "text-anchor": "end" }, name));
    chart.append(svg("rect", { class: second ? "bar-b" : "bar-a", x: names, y: y + 4, width: Math.max(2, long), height: step - 9, rx: 3 }));
    chart.append(svg("text", { x: names + long + 7, y: y + 16 }, text));
  });
  return chart;
}

/**
 * An evaluation strip: for each move who stood better before it, the first player above, the second below. What is certain is
 * a full bar, an estimate is a shorter one; mistakes are marked.
 * @param {{player: string, move: string, forced_win: string | null, judgement: string, estimate?: number}[]} moves
 * @param {{turning?: number | null, onpick: (at: number) => void}} options
 */
export function strip(moves, { turning, onpick }) {
  const [step, height] = [14, 96];
  const width = Math.max(200, step * moves.length);
  const chart = svg("svg", { class: "chart strip", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": "Who stood better before each move" });
  chart.append(svg("line", { class: "axis", x1: 0, x2: width, y1: height / 2, y2: height / 2 }));
  moves.forEach((one, at) => {
    const estimate = (one.player === "first" ? 1 : -1) * (one.estimate ?? 0);
    const share = one.forced_win ? (one.forced_win === "first" ? 1 : -1) : 0.75 * Math.tanh(estimate / 200);
    const tall = Math.abs(share) * (height / 2 - 10);
    const bad = ["threw_away", "missed", "allowed"].includes(one.judgement);
    chart.append(svg("rect", { class: one.forced_win ? "bar-a" : "bar-b", x: at * step + 1, width: step - 2, height: Math.max(1.5, tall), y: share >= 0 ? height / 2 - tall : height / 2 }));
    if (bad) chart.append(svg("path", { class: "mistake", d: `M${at * step + step / 2} ${height - 8}l-5 8h10z` }));
    if (turning === at + 1) chart.append(svg("rect", { class: "turning", x: at * step, y: 1, width: step, height: height - 2, rx: 3 }));
    chart.append(svg("rect", { class: "hit-area", x: at * step, y: 0, width: step, height, onclick: () => onpick(at) }, svg("title", {}, `${at + 1}. ${one.move}: ${one.judgement.replace("_", " ")}`)));
  });
  return chart;
}
