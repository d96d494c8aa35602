import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Worker } from "playwright-core";
import { SessionState, Verdict } from "../../src/exports/client.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type PushService, startPushService } from "../daemon/push/push-service.ts";
import { StubDaemon } from "../daemon/server/stub-daemon.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { reaches } from "../daemon/support/talk.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchWholeBrowser, noBrowser, openPage } from "./support/browser.ts";
import {
  hasShown,
  replaceSubscription,
  seen,
  subscribeAt,
  tap,
  WorkerDebugger,
  watchWorker,
} from "./support/push-manager.ts";

let browser: Browser;
let daemon: TestDaemon;
let service: PushService;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchWholeBrowser();
  service = await startPushService();
  daemon = await startDaemon({
    set: ["daemon.default_agent=bridle", "push.delay_ms=0", "push.private_hosts=127.0.0.1"],
    env: { BRIDLE_PROVIDER: "scripted" },
  });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

/** A page whose device is told. */
async function toldPage(size: { readonly width?: number; readonly height?: number } = {}) {
  const device = service.device();
  const opened = await openPage(browser, daemon, size);
  await opened.context.grantPermissions(["notifications"], { origin: daemon.url });
  await subscribeAt(opened.context, device);
  await opened.page.goto(`${daemon.url}/settings`);
  await opened.page.getByRole("button", { name: "Turn on" }).click();
  await opened.page.getByRole("button", { name: "Send a test" }).waitFor();
  return { ...opened, device };
}

async function asking(): Promise<{ readonly askId: string }> {
  const step = { tools: [{ name: "Bash", input: { command: "touch pushed" } }] };
  const text = scripted(step, { text: "done" });
  const { session } = await daemon.client.sessions.createSession({
    cwd: daemon.cwd,
    title: "Push me",
    prompt: { text },
  });
  const id = session?.id ?? "";
  await reaches(daemon, id, SessionState.WAITING);
  const { asks } = await daemon.client.conversation.listAsks({ sessionId: id });
  return { askId: asks[0]?.id ?? "" };
}

async function closeAll(worker: Worker): Promise<void> {
  await worker.evaluate("registration.getNotifications().then((all) => all.forEach((one) => one.close()))");
  await eventually("nothing is shown", async () => (await seen(worker)).length === 0);
}

async function end(context: BrowserContext): Promise<void> {
  await context.close();
  const { subscriptions } = await daemon.client.push.listPushSubscriptions({});
  for (const { id } of subscriptions) await daemon.client.push.deletePushSubscription({ id });
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])
  test(`U3 settings at ${width} px: notifications are turned on, chosen one by one, tried and turned off`, {
    skip: noBrowser,
  }, async () => {
    const { page, context, troubles, device } = await toldPage({ width, height });
    const list = async () => (await daemon.client.push.listPushSubscriptions({})).subscriptions;
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ["Chrome on Linux"],
    );
    await assertAccessible(page, "a device that is told");
    await page.getByLabel("Finished turns").click();
    await page.getByLabel("Show details").click();
    await eventually("the switches are stored", async () => {
      const { asks, ends, content } = (await list())[0]?.switches ?? {};
      return asks === true && ends === false && content === true;
    });
    await page.getByLabel("Device name").fill("My phone");
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("Sent. It should arrive in a moment.").waitFor();
    assert.equal((await device.next("test")).message.title, "Bridle");
    assert.equal((await list())[0]?.name, "My phone");
    // The same after a reload: the browser's subscription is found again.
    await page.reload();
    await page.getByLabel("Device name").waitFor();
    assert.equal(await page.getByLabel("Finished turns").isChecked(), false);
    assert.equal((await list()).length, 1);
    const html = "document.documentElement";
    assert.equal(await page.evaluate(`${html}.scrollWidth <= ${html}.clientWidth`), true, "no sideways scroll");
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Turn on" }).waitFor();
    assert.deepEqual(await list(), []);
    await assertAccessible(page, "a device that is not told");
    assert.deepEqual(troubles, []);
    await end(context);
  });

test("U3 what the push service was given, delivered to the service worker, shows a notification whose tap opens the ask", {
  skip: noBrowser,
}, async () => {
  const { page, context, troubles, device } = await toldPage();
  const debug = await WorkerDebugger.of(page);
  const { askId } = await asking();
  const { text } = await device.next("ask");
  const worker = await watchWorker(context);
  // Whoever looks at the page is not told beside it: of these two the second is shown, and behind it nothing of the first.
  await worker.evaluate("self.isFocused = true");
  await debug.deliver(text);
  await debug.deliver(JSON.stringify({ kind: "test", tag: "test", title: "" }));
  await hasShown(worker, 1);
  assert.deepEqual(
    (await seen(page)).map(({ tag }) => tag),
    ["test"],
  );
  await worker.evaluate("self.isFocused = false");
  await closeAll(worker);
  await debug.deliver(text);
  await hasShown(worker, 2);
  const [shown] = await seen(page);
  assert.deepEqual([shown?.title, shown?.body, shown?.tag], ["Allow Bash?", "Push me", `ask ${askId}`]);
  await tap(worker);
  await page.waitForURL(`${daemon.url}/asks/${askId}`);
  await page.getByText("touch pushed").first().waitFor();
  assert.deepEqual(await seen(page), []);
  await daemon.client.conversation.answerAsk({ askId, verdict: Verdict.DENY });
  assert.deepEqual(troubles, []);
  await end(context);
});

test("U3 a tap on a notification opens a window where there is none", { skip: noBrowser }, async () => {
  const { page, context, device } = await toldPage();
  const debug = await WorkerDebugger.of(page);
  const { askId } = await asking();
  const { text } = await device.next("ask");
  const worker = await watchWorker(context);
  await debug.deliver(text);
  await hasShown(worker, 1);
  await page.goto("about:blank");
  // The browser tells the worker in its own time that the page is gone.
  const windows = `clients.matchAll({ type: "window", includeUncontrolled: true }).then(({ length }) => length === 0)`;
  await eventually("no window", () => worker.evaluate(windows));
  // A browser opens windows for real taps only: it is asked here, and what it is asked for is looked at.
  await worker.evaluate("clients.openWindow = async (path) => void (self.opened = path)");
  await tap(worker);
  const opened = await eventually("a window", () => worker.evaluate("self.opened"));
  assert.equal(opened, `/asks/${askId}`);
  await daemon.client.conversation.answerAsk({ askId, verdict: Verdict.DENY });
  await end(context);
});

test("U3 an ask that somebody answered takes its notification back, and one that comes late says so", {
  skip: noBrowser,
}, async () => {
  const { page, context, device } = await toldPage();
  const debug = await WorkerDebugger.of(page);
  const { askId } = await asking();
  const { text } = await device.next("ask");
  const worker = await watchWorker(context);
  await debug.deliver(text);
  await hasShown(worker, 1);
  // With no page open nobody but the push can take it back.
  await page.goto("about:blank");
  await daemon.client.conversation.answerAsk({ askId, verdict: Verdict.DENY });
  const answered = await device.next("answered");
  await debug.deliver(answered.text);
  const titles = async () => (await seen(worker)).map(({ title, silent }) => `${title} ${silent}`);
  await hasShown(worker, 2);
  assert.deepEqual(await titles(), ["Answered true"]);
  // The page closes it when it sees that the ask is over.
  await page.goto(`${daemon.url}/`);
  await eventually("it is closed", async () => (await titles()).length === 0);
  // The ask's message once more, as from a push service that took its time.
  await debug.deliver(text);
  await hasShown(worker, 3);
  assert.deepEqual(await titles(), ["Answered true"]);
  // And nothing for an answer to something that is not shown.
  await closeAll(worker);
  await debug.deliver(answered.text);
  await debug.deliver(JSON.stringify({ kind: "test", tag: "test", title: "" }));
  await hasShown(worker, 4);
  assert.deepEqual(await titles(), ["Notifications work false"]);
  await end(context);
});

test("U3 a subscription that the browser replaces by itself goes on with its name and switches", {
  skip: noBrowser,
}, async () => {
  const { context, device } = await toldPage();
  const later = service.device();
  const [before] = (await daemon.client.push.listPushSubscriptions({})).subscriptions;
  const id = before?.id ?? "";
  await daemon.client.push.updatePushSubscription({ id, name: "My phone" });
  await replaceSubscription(await watchWorker(context), device, later);
  await eventually("it is renewed", async () => {
    await daemon.client.push.sendTestPush({ id });
    return later.pushed.length > 0;
  });
  const all = (await daemon.client.push.listPushSubscriptions({})).subscriptions;
  assert.deepEqual(
    all.map(({ id: one, name }) => [one, name]),
    [[id, "My phone"]],
  );
  await end(context);
});

test("U3 settings say why a device cannot be told and what to do", {
  skip: noBrowser,
}, async () => {
  const { page, context, troubles } = await openPage(browser, daemon, { width: 390, height: 844 });
  // What is not granted is denied.
  await context.grantPermissions(["geolocation"], { origin: daemon.url });
  await page.goto(`${daemon.url}/settings`);
  await page.getByText("blocked notifications").waitFor();
  await page.getByText("reload the page").waitFor();
  await assertAccessible(page, "a browser that says no");
  await page.getByRole("button", { name: "Show a code" }).click();
  await page.getByRole("img", { name: "QR code of a login link" }).waitFor();
  await page.getByText("This address works on this machine only.").waitFor();
  await assertAccessible(page, "a login code");
  assert.deepEqual(troubles, []);
  await context.close();
});

test("U3 a browser whose own push service does not answer says so, and nothing is saved", {
  skip: noBrowser,
}, async () => {
  // As it is: nothing stands in for the push service here, and Debian's Chromium has none.
  const { page, context } = await openPage(browser, daemon);
  await context.grantPermissions(["notifications"], { origin: daemon.url });
  await page.goto(`${daemon.url}/settings`);
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("status").getByText("The browser could not subscribe with its push service").waitFor();
  await page.getByRole("button", { name: "Turn on" }).waitFor();
  assert.deepEqual((await daemon.client.push.listPushSubscriptions({})).subscriptions, []);
  await assertAccessible(page, "a push service that is not there");
  await context.close();
});

test("U1 the page can be installed: manifest, icons and their sizes", { skip: noBrowser }, async () => {
  const { page, context } = await openPage(browser, daemon);
  const debug = await context.newCDPSession(page);
  const { errors, url, manifest } = await debug.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(url, `${daemon.url}/manifest.webmanifest`);
  assert.equal(manifest.startUrl, `${daemon.url}/`);
  const { installabilityErrors } = await debug.send("Page.getInstallabilityErrors");
  // The contexts of tests are private windows, which install nothing.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
    [],
  );
  for (const [file, size] of [
    ["icon-192.png", 192],
    ["icon-512.png", 512],
    ["icon-maskable-512.png", 512],
    ["apple-touch-icon.png", 180],
    ["badge-96.png", 96],
  ] as const) {
    const response = await fetch(`${daemon.url}/${file}`);
    assert.equal(response.headers.get("content-type"), "image/png");
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [size, size], file);
  }
  // The worker is asked for each time, holds the page's own policy, and is one file that handles no request.
  const worker = await fetch(`${daemon.url}/push-worker.js`);
  assert.equal(worker.headers.get("cache-control"), "no-cache");
  const policy = worker.headers.get("content-security-policy") ?? "";
  for (const part of ["default-src 'none'", "script-src 'self'", "worker-src 'self'", "connect-src 'self'"])
    assert.ok(policy.split("; ").includes(part), part);
  assert.doesNotMatch(await worker.text(), /\bimport\b|\bcaches\b|addEventListener\([`"']fetch/);
  await context.close();
});

test("U3 the service worker keeps nothing: a page of a newer daemon is the new one, and so is the worker", {
  skip: noBrowser,
}, async () => {
  const stub = new StubDaemon();
  const folder = join(stub.folder, "web");
  cpSync(join(import.meta.dirname, "..", "..", "dist", "web"), folder, { recursive: true });
  for (const file of ["index.html", "push-worker.js"])
    for (const packed of [".br", ".gz"]) rmSync(join(folder, file + packed), { force: true });
  await stub.start({ webFolder: folder });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(stub.url);
  await page.evaluate(
    'navigator.serviceWorker.register("/push-worker.js").then(() => navigator.serviceWorker.ready).then(() => 1)',
  );
  await page.reload();
  assert.equal(await page.evaluate("navigator.serviceWorker.controller !== null"), true);
  const change = (file: string, from: string | RegExp, to: string): void => {
    const path = join(folder, file);
    const before = readFileSync(path, "utf8");
    writeFileSync(path, before.replace(from, to));
    assert.notEqual(readFileSync(path, "utf8"), before);
  };
  change("index.html", "<title>", '<meta name="newer" content="yes" /><title>');
  change("push-worker.js", /$/, "\nself.newer = true;\n");
  await page.reload();
  assert.equal(await page.locator('meta[name="newer"]').count(), 1);
  await eventually("the newer worker", async () => {
    await page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => 1)");
    const all = await Promise.all(context.serviceWorkers().map((one) => one.evaluate("self.newer").catch(() => false)));
    return all.includes(true);
  });
  await stub.stop();
  await assert.rejects(page.reload(), /ERR_CONNECTION_REFUSED/);
  await context.close();
});
