import { existsSync } from "node:fs";
import { afterEach, beforeEach } from "node:test";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import type { TestDaemon } from "../../daemon/support/start-daemon.ts";
import { watchRequests } from "./all-answered.ts";

const whole = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
/** The same engine without the windows and services of a browser: it takes about 0.6 of the CPU time. */
const shell = ["/usr/bin/chromium-headless-shell"].find(existsSync);

/** Why tests of the page are left out; false: they run. Under CI a browser has to be there. */
export const noBrowser =
  whole === undefined && process.env.CI !== "true" ? "no Chromium is installed (Debian: chromium)" : false;

/** Where a shell will do, it is one. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return launch(shell ?? whole, more);
}

/** As people have it: with push, and for figures. */
export function launchWholeBrowser(): Promise<Browser> {
  return launch(whole, []);
}

function launch(executablePath: string | undefined, more: readonly string[]): Promise<Browser> {
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
  /** The path of the view that it opens on; the first view without it. */
  readonly at?: string;
  /** A browser of its own to the daemon, with a name of its own; else all of a test file are one that is logged in once. */
  readonly ownLogin?: boolean;
}

/** What goes wrong in a page, and every request that leaves the daemon. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly troubles: string[];
}

/** A browser that is logged in. One that a test opened is closed with it. */
export async function openPage(browser: Browser, daemon: TestDaemon, options: OpenOptions = {}): Promise<OpenPage> {
  const { width = 1280, height = 800, colorScheme = "light", at = "/", ownLogin = false } = options;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, hasTouch: width < 600 });
  ofTest?.push(context);
  const page = await context.newPage();
  await slowDown(page);
  watchRequests(page);
  const troubles: string[] = [];
  page.on("pageerror", ({ message }) => troubles.push(`error: ${message}`));
  page.on("console", (said) => said.type() === "error" && troubles.push(`console: ${said.text()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(daemon.url)) troubles.push(`a request elsewhere: ${request.url()}`);
  });
  const known = ownLogin ? undefined : logins.get(daemon);
  if (known === undefined) {
    await logIn(page, daemon);
    logins.set(daemon, await context.cookies());
  } else await context.addCookies([...known]);
  if (known !== undefined || at !== "/") await page.goto(daemon.url + at);
  if (at === "/") await firstView(page).waitFor();
  return { page, context, troubles };
}

async function logIn(page: Page, daemon: TestDaemon): Promise<void> {
  const { url } = await daemon.client.daemon.createLogin({});
  await page.goto(url);
  await page.getByRole("button", { name: "Log in" }).click();
  await firstView(page).waitFor();
}

function firstView(page: Page): Locator {
  return page.getByRole("link", { name: "Bridle, all sessions" });
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
const logins = new WeakMap<TestDaemon, Cookies>();

/** What the test that runs has opened. Left open, pages of tests that are over would work on beside those that come. */
let ofTest: BrowserContext[] | undefined;
// Benches and scripts open pages, too, and are no tests.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  beforeEach(() => {
    ofTest = [];
  });
  afterEach(async () => {
    const opened = ofTest ?? [];
    ofTest = undefined;
    await Promise.all(opened.map((context) => context.close()));
  });
}

/**
 * A page that is as slow as one on a busy machine, and answers that are late, each by another time, to hunt races:
 * `BRIDLE_PAGE_SLOWNESS=8 BRIDLE_PAGE_LATE_MS=800 npm test -- --repeat 5 FILE`.
 */
async function slowDown(page: Page): Promise<void> {
  const { BRIDLE_PAGE_SLOWNESS: rate, BRIDLE_PAGE_LATE_MS: lateMs } = process.env;
  if (rate !== undefined) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: Number(rate) });
  }
  if (lateMs !== undefined)
    await page.route(/\/bridle\.v1\./, async (route) => {
      await new Promise((later) => setTimeout(later, Math.random() * Number(lateMs)));
      // The page may be closed by then.
      await route.continue().catch(() => undefined);
    });
}
