import type { Page } from "playwright-core";

/** The fonts are there, and for ten frames nothing has moved or grown: what is pressed now is still there when the press ends. */
export function atRest(page: Page): Promise<unknown> {
  return page.evaluate(`document.fonts.ready.then(() => new Promise((rested) => {
    let [before, still] = ["", 0];
    const look = () => {
      const now = [...document.body.querySelectorAll("*")].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y, width, height].join();
      }).join(" ");
      still = now === before ? still + 1 : 0;
      before = now;
      if (still < 10) requestAnimationFrame(look);
      else rested(globalThis.restedAt = performance.now());
    };
    look();
  }))`);
}
