// node scripts/screenshots.ts [FOLDER]: every view at 1440 and 390 px, light and dark, as small WebP files. FOLDER is docs/images without it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchWholeBrowser } from "../test/page/support/browser.ts";
import { openShowroom } from "../test/page/support/showroom.ts";
import { schemes, screenshot, sizes, tour } from "../test/page/support/tour.ts";

const folder = process.argv[2] ?? join(import.meta.dirname, "..", "docs", "images");
mkdirSync(folder, { recursive: true });
// Its name is seen in them.
const home = mkdtempSync(join(tmpdir(), "demo-"));
const browser = await launchWholeBrowser();
try {
  await using room = await openShowroom(home);
  for (const size of sizes)
    await tour(browser, room, size, async ({ page, view: { name } }) => {
      for (const scheme of schemes)
        writeFileSync(join(folder, `${name}-${size.size}-${scheme}.webp`), await screenshot(page, scheme));
    });
} finally {
  await browser.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
