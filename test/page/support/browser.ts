import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { TestDaemon } from "../../daemon/support/start-daemon.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);

/** Why tests of the page are left out; false: they run. Under CI a browser has to be there. */
export const noBrowser =
  executablePath === undefined && process.env.CI !== "true" ? "no Chromium is installed (Debian: chromium)" : false;

export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  if (executablePath === undefined) throw new Error("no Chromium is installed; scripts/system-packages installs it");
  // Without its own traffic: nothing leaves this machine.
  const quiet = ["--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", ...quiet, ...more],
  });
}

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
}

/** What goes wrong in a page, and every request that leaves the daemon. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly troubles: string[];
}

/** A browser that is logged in, at the first view. */
export async function openPage(browser: Browser, daemon: TestDaemon, options: OpenOptions = {}): Promise<OpenPage> {
  const { width = 1280, height = 800, colorScheme = "light" } = options;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, hasTouch: width < 600 });
  const page = await context.newPage();
  await slowDown(page);
  const troubles: string[] = [];
  page.on("pageerror", ({ message }) => troubles.push(`error: ${message}`));
  page.on("console", (said) => said.type() === "error" && troubles.push(`console: ${said.text()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(daemon.url)) troubles.push(`a request elsewhere: ${request.url()}`);
  });
  const { url } = await daemon.client.daemon.createLogin({});
  await page.goto(url);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("link", { name: "Bridle, all sessions" }).waitFor();
  return { page, context, troubles };
}

/** A page that is as slow as one on a busy machine, to hunt races: `BRIDLE_PAGE_SLOWNESS=8 npm test -- --repeat 5 FILE`. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env.BRIDLE_PAGE_SLOWNESS ?? 1);
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}
