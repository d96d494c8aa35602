import assert from "node:assert/strict";
import { request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { CliHome } from "../cli/cli-home.ts";
import { eventually } from "../support/eventually.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

let receiver: Receiver;
const home = new CliHome();
home.env.BRIDLE_PROVIDER = "scripted";
home.env.BRIDLE_DAEMON_DEFAULT_AGENT = "bridle";
const prompt = scripted({ text: "well" });

before(async () => {
  receiver = await startReceiver();
  const chat = { name: "chat", type: "slack", url: `${receiver.origin}/hooks/channel`, on: ["end"] };
  await home.good(["config", "set", "notifications.targets", JSON.stringify([chat])]);
  await home.good(["config", "set", "notifications.delay_ms", "0"]);
  await home.good(["daemon", "start"]);
});
after(async () => {
  await home.close();
  await receiver?.[Symbol.asyncDispose]();
});

interface Listed {
  readonly id: string;
  readonly target: string;
  readonly dead: boolean;
  readonly error: string;
}

const listed = () => home.json<Listed>(["notifications", "list"]);

async function givenUp(count: number): Promise<Listed[]> {
  return eventually("they are given up", async () => {
    const all = await listed();
    return all.length === count && all.every(({ dead }) => dead) ? all : undefined;
  });
}

test("D14 U2 what a target does not take is a dead letter, which is listed, tried again and dropped", async () => {
  assert.equal(await home.good(["notifications"]), "nothing waits for chat\n");
  receiver.answers.push({ status: 404 });
  await home.good(["run", prompt]);
  const [first] = await givenUp(1);
  assert.deepEqual([first?.target, first?.error], ["chat", "it answered 404"]);
  assert.match(await home.good(["notifications"]), /chat +end +.*given up: it answered 404/);
  assert.equal(await home.good(["notifications", "retry", first?.id ?? ""]), "1 tried again\n");
  await receiver.next("the message", ({ json }) => /A turn is over/.test(json.text));
  await eventually("it is sent", async () => (await listed()).length === 0);
  receiver.answers.push({ status: 410 }, { status: 403 });
  await home.good(["run", prompt]);
  await givenUp(1);
  await home.good(["run", prompt]);
  await givenUp(2);
  assert.equal(await home.good(["notifications", "drop", "--target", "other"]), "0 dropped\n");
  assert.equal(await home.good(["notifications", "drop"]), "2 dropped\n");
  assert.deepEqual(await listed(), []);
  assert.equal((await home.run(["notifications", "retry", "zzzz"])).status, exitCodes.usage);
});

test("D14 U2 a target is tried with a message of its own, and says why it did not take it", async () => {
  assert.equal(await home.good(["notifications", "test", "chat"]), "sent to chat\n");
  await receiver.next("the test", ({ json, path }) => path === "/hooks/channel" && /test message/.test(json.text));
  receiver.answers.push({ status: 302, headers: { location: `${receiver.origin}/elsewhere` } });
  const refused = await home.run(["notifications", "test", "chat"]);
  assert.equal(refused.status, exitCodes.refused);
  assert.match(refused.stderr, /answered 302/);
  assert.ok(!refused.stderr.includes("/hooks/channel") && !receiver.received.some(({ path }) => path === "/elsewhere"));
  assert.equal((await home.run(["notifications", "test", "nobody"])).status, exitCodes.usage);
  assert.ok(!(await home.good(["config"])).includes("/hooks/channel"));
});

test("D11 D14 every stage of a notification has a figure", async () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socketPath = `${home.home}/run/daemon.sock`;
  const asked = request({ socketPath, path: "/metrics" }, (response) => resolve(textOf(response)));
  asked.on("error", reject).end();
  const text = await promise;
  assert.match(text, /bridle_notifications_total\{type="slack",result="sent"\} [1-9]/);
  assert.match(text, /bridle_notifications_total\{type="slack",result="dead"\} [1-9]/);
  assert.match(text, /bridle_notifications_waiting 0/);
  assert.match(text, /bridle_notification_seconds_count\{type="slack"\} [1-9]/);
});
