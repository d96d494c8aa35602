import type { Page } from "playwright-core";

/** The floor: as many events a second, each a line in a plain list that is kept at its end, and nothing else. */
export async function fillBareList(page: Page, events: number, perSecond: number): Promise<void> {
  const atOnce = Math.max(1, Math.round(perSecond / 40));
  await page.evaluate(`new Promise((done) => {
    const list = document.body.appendChild(document.createElement("ul"));
    let said = 0;
    const timer = setInterval(() => {
      for (let n = 0; n < ${atOnce} && said < ${events}; n++, said++) {
        const line = document.createElement("li");
        line.textContent = "Thing " + said + " with code, a link and a list of two";
        list.append(line);
      }
      scrollTo(0, document.body.scrollHeight);
      if (said < ${events}) return;
      clearInterval(timer);
      done();
    }, 25);
  })`);
}
