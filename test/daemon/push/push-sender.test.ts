import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { AskSchema } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import { SessionSchema, SessionState } from "../../../src/api/gen/bridle/v1/session_pb.js";
import { PushDevices } from "../../../src/daemon/push/push-devices.ts";
import { pushKeys } from "../../../src/daemon/push/push-keys.ts";
import { PushNotifier } from "../../../src/daemon/push/push-notifier.ts";
import { PushSender } from "../../../src/daemon/push/push-sender.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { freePort } from "../../page/support/free-port.ts";
import { openStore } from "../store/open-store.ts";
import { eventually } from "../support/eventually.ts";
import { DeviceKeys } from "./decrypt-push.ts";
import { startPushService } from "./push-service.ts";

const message = { kind: "test", tag: "test", title: "Bridle" } as const;
const options = { urgency: "normal", ttlSeconds: 60, firstWaitMs: 5 } as const;

/** Devices in a store, and what sends to them. */
async function setUp() {
  const { store, close } = openStore();
  const devices = new PushDevices(store);
  const keys = await pushKeys(`${store.file}.keys.json`);
  const source = async () => ({ keys, contact: "mailto:a@example.org", privateHosts: ["127.0.0.1"] });
  const add = ({ endpoint, keys: { p256dh, auth } }: { readonly endpoint: string; readonly keys: DeviceKeys }) =>
    devices.save({ endpoint, p256dh, auth, name: "", switches: undefined, replacesEndpoint: "" }, "local", () =>
      together(),
    );
  return { devices, sender: new PushSender(devices, source), add, close };
}

test("U3 trouble is tried again a few times and no more, and what nobody needs any more is given up", async () => {
  await using service = await startPushService();
  const { devices, sender, add, close } = await setUp();
  const busy = service.device();
  busy.answers.push(...Array.from({ length: 10 }, () => ({ status: 503 })));
  const signal = new AbortController().signal;
  const row = await add(busy);
  assert.deepEqual(await sender.send(row, message, { ...options, signal }), {
    ok: false,
    why: "the push service answered 503",
  });
  assert.equal(busy.tries, 4);
  assert.equal(devices.get(row.id, () => true).failure, "the push service answered 503");
  const ending = new AbortController();
  const waiting = sender.send(row, message, { ...options, firstWaitMs: 60_000, signal: ending.signal });
  await eventually("the first try", () => busy.tries === 5);
  ending.abort();
  assert.equal((await waiting).ok, false);
  const nowhere = await add({ endpoint: `http://127.0.0.1:${await freePort()}/x`, keys: new DeviceKeys() });
  assert.deepEqual(await sender.send(nowhere, message, { ...options, signal, retries: 1 }), {
    ok: false,
    why: "the push service was not reached (ECONNREFUSED)",
  });
  await close();
});

test("U3 an agent that asks without end does not ring without end", async () => {
  await using service = await startPushService();
  const { devices, sender, add, close } = await setUp();
  const phone = service.device();
  const session = create(SessionSchema, { id: "s", title: "Asks a lot", state: SessionState.WAITING, openAsks: 60 });
  await add(phone);
  const now = Date.now() + 1;
  const openAsks = Array.from({ length: 60 }, (_, at) =>
    create(AskSchema, { id: `a${at}`, sessionId: "s", toolName: "Bash", inputJson: "{}", createdMs: BigInt(now + at) }),
  );
  const failures: unknown[] = [];
  const sending: Promise<unknown>[] = [];
  const notifier = new PushNotifier({
    devices,
    sender: {
      send: (...args) => {
        const sent = sender.send(...args);
        sending.push(sent);
        return sent;
      },
    },
    maySee: () => true,
    failed: (error) => failures.push(error),
  });
  const signal = new AbortController().signal;
  const results = await Promise.all(
    openAsks.map((ask) => {
      const row = { id: ask.id, recipient: "push", session: "s", kind: "ask", ask: ask.id, outcome: "" };
      const notice = { ...row, createdMs: now, dueMs: now, attempts: 0, isDead: false, error: "" };
      return notifier.deliver({ notice, session, ask }, signal);
    }),
  );
  assert.ok(results.every(({ ok }) => ok));
  assert.equal(sending.length, 20);
  assert.equal(phone.pushed.length, 20);
  assert.deepEqual(failures, []);
  notifier.close();
  await close();
});
