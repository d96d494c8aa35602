// node scripts/icons.ts: draws the icons that systems want as PNG from web/public/icon.svg, with Debian's Chromium. They are committed: run it when the icon changes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const folder = join(import.meta.dirname, "..", "web", "public");
const svg = readFileSync(join(folder, "icon.svg"), "utf8");
const [, background = ""] = /<rect[^>]*fill="(#\w+)"/.exec(svg) ?? [];
const mark = svg
  .replace(/^<svg[^>]*>/, "")
  .replace(/<\/svg>$/, "")
  .replace(/<rect[^>]*\/>/, "");
const framed = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" style="display:block;width:100vw;height:100vh">${inner}</svg>`;
/** To the edges: the system cuts its own shape out of it, and never more than the outer tenth. */
const full = (scale: number): string =>
  framed(
    `<rect width="64" height="64" fill="${background}"/><g transform="translate(32 32) scale(${scale}) translate(-32 -32)">${mark}</g>`,
  );
/** Android shows the shape alone, in a colour of its own. */
const shape = framed(mark.replace(/fill="#f2b544"/g, 'fill="#fff"'));

const icons: readonly { readonly name: string; readonly pixels: number; readonly svg: string }[] = [
  { name: "icon-192.png", pixels: 192, svg: framed(svg) },
  { name: "icon-512.png", pixels: 512, svg: framed(svg) },
  { name: "icon-maskable-512.png", pixels: 512, svg: full(0.78) },
  { name: "apple-touch-icon.png", pixels: 180, svg: full(0.88) },
  { name: "badge-96.png", pixels: 96, svg: shape },
];

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const { name, pixels, svg: drawing } of icons) {
  const page = await browser.newPage({ viewport: { width: pixels, height: pixels } });
  await page.setContent(`<body style="margin:0;background:none">${drawing}</body>`);
  writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
