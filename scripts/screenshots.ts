// node scripts/screenshots.ts [FOLDER]: every view at 1440 and 390 px, light and dark, as small WebP files. FOLDER is docs/images without it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchBrowser, openPage } from "../test/page/support/browser.ts";
import { openShowroom } from "../test/page/support/showroom.ts";

const folder = process.argv[2] ?? join(import.meta.dirname, "..", "docs", "images");
const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];
/** Small files: they are for looking at, and each commit of them is kept for ever. */
const quality = 60;
/** Until what a view loads is there, and nothing is drawn any more. */
const restMs = 1200;

mkdirSync(folder, { recursive: true });
const home = mkdtempSync(join(tmpdir(), "demo-"));
const browser = await launchBrowser();
try {
  await using room = await openShowroom(home);
  for (const { name: size, width, height } of sizes)
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, context } = await openPage(browser, room.daemon, { width, height, colorScheme });
      const take = async (view: string): Promise<void> => {
        await page.waitForTimeout(restMs);
        writeFileSync(join(folder, `${view}-${size}-${colorScheme}.webp`), await shot(page));
      };
      for (const [view, path] of room.views) {
        await page.goto(room.daemon.url + path);
        await take(view);
      }
      const { url } = await room.daemon.client.daemon.createLogin({});
      await page.goto(url);
      await take("login");
      await context.close();
    }
} finally {
  await browser.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

async function shot(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality });
  await session.detach();
  return Buffer.from(data, "base64");
}
