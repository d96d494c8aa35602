import assert from "node:assert/strict";
import { request as requestHttp } from "node:http";
import { request } from "node:https";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { createSession } from "../daemon/support/talk.ts";
import { launchBrowser, noBrowser } from "./support/browser.ts";
import { type Caddy, noCaddy, startCaddy } from "./support/caddy.ts";
import { freePort } from "./support/free-port.ts";

const host = "bridle.test";
const skip = noBrowser || noCaddy;

let browser: Browser;
let daemon: TestDaemon;
let caddy: Caddy;
let publicUrl: string;
let port: number;

before(async () => {
  if (skip !== false) return;
  port = await freePort();
  publicUrl = `https://${host}:${port}`;
  daemon = await startDaemon({
    set: ["daemon.default_agent=bridle", `daemon.public_url=${publicUrl}`],
    env: { BRIDLE_PROVIDER: "scripted" },
  });
  caddy = await startCaddy(host, port, new URL(daemon.url).port);
  browser = await launchBrowser([
    `--host-resolver-rules=MAP ${host} 127.0.0.1`,
    `--ignore-certificate-errors-spki-list=${caddy.keyDigest}`,
  ]);
});
after(async () => {
  await browser?.close();
  await caddy?.[Symbol.asyncDispose]();
  await daemon?.[Symbol.asyncDispose]();
});

/** Through Caddy, with its certificate checked. */
function status(path: string, headers: { readonly [name: string]: string }, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, servername: host, ca: caddy.root, path, method, headers });
    sent.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("U3 through Caddy, as docs/phone.md has it: a phone logs in by the link, streams live, and can be told", {
  skip,
}, async () => {
  const { url } = await daemon.client.daemon.createLogin({});
  assert.ok(url.startsWith(`${publicUrl}/login?code=`), url);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("console", (said) => said.type() === "error" && troubles.push(said.text()));
  page.on("request", (one) => void (one.url().startsWith(publicUrl) || troubles.push(one.url())));
  await page.goto(url);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("link", { name: "Bridle, all sessions" }).waitFor();
  const [cookie] = await context.cookies();
  assert.deepEqual([cookie?.secure, cookie?.httpOnly, cookie?.sameSite], [true, true, "Strict"]);
  // The stream is passed on as it comes: the first word is there long before the last.
  const words = { text: "early middle late", chunks: 3, chunkDelayMs: 4000 };
  const { id } = await createSession(daemon, scripted(words));
  await page.goto(`${publicUrl}/s/${id}`);
  await page.locator(".markdown").getByText("early").waitFor();
  assert.ok(!(await page.locator(".markdown").innerText()).includes("late"));
  await page.locator(".markdown").getByText("early middle late").waitFor();
  // A context in which browsers allow notifications, and the worker under the page's policy.
  assert.equal(await page.evaluate("isSecureContext"), true);
  const scope = await page.evaluate(
    'navigator.serviceWorker.register("/push-worker.js").then(() => navigator.serviceWorker.ready).then(({ scope }) => scope)',
  );
  assert.equal(scope, `${publicUrl}/`);
  assert.deepEqual(troubles, []);
  await context.close();
});

test("D7 behind Caddy other names, other origins and pages without TLS stay outside", { skip }, async () => {
  const call = "/bridle.v1.DaemonService/GetVersion";
  assert.equal(await status("/healthz", { host: `${host}:${port}` }), 200);
  assert.equal(await status(call, { host: `${host}:${port}` }, "POST"), 401);
  for (const origin of [`http://${host}:${port}`, `https://${host}`, "https://evil.example", "null"])
    assert.equal(await status(call, { host: `${host}:${port}`, origin }, "POST"), 403, origin);
  assert.equal(await status(call, { host: `${host}:${port}`, origin: publicUrl }, "POST"), 401);
  // A name that Caddy does not serve gets nowhere; neither does one that leads straight to the daemon.
  assert.notEqual(await status(call, { host: "evil.example" }, "POST"), 401);
  const direct = (name: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = requestHttp(`${daemon.url}/healthz`, { headers: { host: name } });
      sent.on("response", (response) => resolve(response.resume().statusCode ?? 0)).on("error", reject);
      sent.end();
    });
  assert.equal(await direct("evil.example"), 403);
  assert.equal(await direct(host), 200);
});
