// Every panel in use, at three widths, light and dark: pictures to look at after a change of the page.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { at, browse, panel, server, tab } from "./stage.mjs";

const folder = process.argv[2];
const LONG = { timeout: 120_000 };
const WIDTHS = [400, 900, 1600];
const press = (page, name) => page.getByRole("button", { name, exact: true }).first().click();

/** Each with the position and what is done before the picture is taken. */
const PANELS = [
  ["Analysis", at("trax:4x4", "@0/ B1+"), async (page) => { await press(page, "Solve"); await page.locator(".verdict").first().waitFor(LONG); }],
  ["Play", at("amazons:6x6"), async () => {}],
  ["Problems", at("trax"), async (page) => { await press(page, "Problem of the day"); await page.getByRole("button", { name: "Hint" }).waitFor(LONG); }],
  ["Games", at("trax", "@0/ A2+ A3/ @2/ @2/ A1/ D2+ B0+ @3+ D0/ E1/ F1/"), async (page) => { await press(page, "The game on the board"); await press(page, "Find the mistakes"); await page.locator("#panel svg").first().waitFor(LONG); }],
  ["Proof", at("trax:3x3"), async (page) => {
    await press(page, "Prove");
    await page.getByText("The proof holds").waitFor(LONG);
    await press(page, "Walk through it");
    await page.locator(".cards svg").first().waitFor(LONG);
  }],
  ["Values", at("amazons:6x6"), async (page) => { await press(page, "Value of the boards"); await page.getByText("Region 1").waitFor(LONG); }],
  ["Formulas", at("gttt:3x3,animal=tippy"), async (page) => { await press(page, "Encode and solve"); await page.getByText("All that know agree").waitFor(LONG); }],
  ["Results", at("trax"), async (page) => { await page.locator("#panel svg, #panel table").first().waitFor(LONG); }],
];

mkdirSync(folder, { recursive: true });
const [browser, host] = [await browse(), await server()];
try {
  for (const [name, hash, prepare] of PANELS) {
    for (const width of WIDTHS) {
      for (const dark of [false, true]) {
        const { page, close } = await tab(browser, host.address, { hash, width, height: 900, dark });
        await panel(page, name);
        await prepare(page);
        await page.mouse.move(0, 0);
        await page.screenshot({ path: join(folder, `${name.toLowerCase()}-${width}-${dark ? "dark" : "light"}.png`), fullPage: true });
        await close();
      }
    }
  }
} finally {
  await browser.close();
  await host.close();
}
