import assert from "node:assert/strict";
import { test } from "node:test";
import { BridleError } from "../../../src/errors.ts";
import { ComposerStore, type Storage } from "../model/composer/composer-store.ts";
import { Composer, type SendRequest } from "./composer.ts";

class MemoryStorage implements Storage {
  readonly items = new Map<string, string>();
  maxLength = Number.POSITIVE_INFINITY;
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => {
    if (value.length > this.maxLength) throw new Error("QuotaExceededError");
    this.items.set(key, value);
  };
  removeItem = (key: string): void => void this.items.delete(key);
}

const gone = (): BridleError => new BridleError("no_daemon", "nobody answers", { address: "here" });

function composerOn(storage: Storage, send: (request: SendRequest) => Promise<void>): Composer {
  return new Composer({ store: new ComposerStore(storage, "s1"), send, reachable: async () => {} });
}

test("U3 a prompt whose answer is lost is sent again under the same call id, and is in the field until it is accepted", async () => {
  const requests: SendRequest[] = [];
  const composer = composerOn(new MemoryStorage(), async (request) => {
    requests.push(request);
    assert.equal(composer.text.value, "do it");
    if (requests.length < 3) throw gone();
  });
  composer.write("do it");
  await composer.send();
  assert.equal(requests.length, 3);
  assert.equal(new Set(requests.map(({ callId }) => callId)).size, 1);
  assert.equal(composer.text.value, "");
  assert.deepEqual(composer.history.prompts, ["do it"]);
});

test("U3 a page that is left while it sends goes on with the same call id and the same content", async () => {
  const storage = new MemoryStorage();
  const first: SendRequest[] = [];
  const left = composerOn(storage, (request) => {
    first.push(request);
    return new Promise(() => {});
  });
  left.write("do it");
  left.attach({ kind: "text", name: "a.txt", text: "a" });
  void left.send();
  const again: SendRequest[] = [];
  const loaded = composerOn(storage, async (request) => void again.push(request));
  await Promise.resolve();
  assert.deepEqual(again, first);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(loaded.text.value, "");
  assert.equal(storage.items.has("bridle.draft.s1"), false);
});

test("U3 a page that is left while it sends files that it cannot keep sends nothing by itself, and says so", async () => {
  const storage = new MemoryStorage();
  storage.maxLength = 200;
  const left = composerOn(storage, () => new Promise(() => {}));
  left.write("look at this");
  left.attach({ kind: "text", name: "a.txt", text: "a".repeat(1000) });
  void left.send();
  const again: SendRequest[] = [];
  const loaded = composerOn(storage, async (request) => void again.push(request));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(again, []);
  assert.equal(loaded.text.value, "look at this");
  assert.match(loaded.sending.value.at === "refused" ? loaded.sending.value.why : "", /whether it has arrived/);
});

test("U3 what the daemon refuses stays to be changed, and is sent anew under another call id", async () => {
  const requests: SendRequest[] = [];
  const composer = composerOn(new MemoryStorage(), async (request) => {
    requests.push(request);
    if (requests.length === 1) throw new BridleError("overflow", "too much", { queuedBytes: 1, maxQueuedBytes: 1 });
  });
  composer.write("do it");
  await composer.send();
  assert.deepEqual(composer.sending.value, { at: "refused", why: "too much" });
  assert.equal(composer.text.value, "do it");
  await composer.send();
  assert.notEqual(requests[0]?.callId, requests[1]?.callId);
});

test("U3 nothing is sent twice or changed while it is on its way", async () => {
  let sent = 0;
  const answer = Promise.withResolvers<void>();
  const composer = composerOn(new MemoryStorage(), () => {
    sent += 1;
    return answer.promise;
  });
  composer.write("do it");
  const sending = composer.send();
  composer.write("do something else");
  await composer.send();
  assert.equal(composer.text.value, "do it");
  answer.resolve();
  await sending;
  assert.equal(sent, 1);
});

test("U3 a draft is there after a reload; files that a browser cannot keep are told of", () => {
  const storage = new MemoryStorage();
  const composer = composerOn(storage, async () => {});
  composer.write("half a thought");
  storage.maxLength = 100;
  composer.attach({ kind: "text", name: "a.txt", text: "a".repeat(200) });
  assert.match(composer.trouble.value, /too large to be kept/);
  const loaded = composerOn(storage, async () => {});
  assert.equal(loaded.text.value, "half a thought");
  assert.deepEqual(loaded.attachments.value, []);
});
