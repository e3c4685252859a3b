// Numbers and results as text.

/** 1234567 → "1,234,567"; large ones short. @param {number} number */
export function count(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} G`;
  if (number >= 1e7) return `${(number / 1e6).toFixed(1)} M`;
  return Math.round(number).toLocaleString("en");
}

/** @param {number} seconds */
export function time(seconds) {
  if (seconds < 0.001) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1000).toFixed(seconds < 0.01 ? 2 : 0)} ms`;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** The name of a player. @param {import("./types.js").Scene} scene @param {string} player */
export function colour(scene, player) {
  return scene.colours[player === "first" ? 0 : 1];
}

/** Who wins, as a sentence. @param {import("./types.js").Scene} scene @param {string} verdict */
export function verdict(scene, verdict) {
  if (verdict === "draw") return "A draw with best play";
  if (verdict === "unknown") return "Not decided";
  return `${capital(colour(scene, verdict))} wins (the ${verdict} player)`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The value of a fraction such as "-3/4". @param {string} text */
export function fraction(text) {
  const [above, below] = text.split("/");
  return Number(above) / Number(below ?? 1);
}
