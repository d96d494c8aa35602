import type { Page } from "playwright-core";

/** Before the page is loaded: its time can be stopped. */
export async function ownTime(page: Page): Promise<void> {
  await page.clock.install();
}

/**
 * From here on the page's time goes only as far as it is told (`page.clock.runFor`), however slow the machine is. What comes
 * of calls is shown, and what waits for a frame or a timer is not.
 */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(Number(await page.evaluate("Date.now()")) + 1000);
}
