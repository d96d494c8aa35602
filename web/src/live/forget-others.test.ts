import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import type { PageClient } from "../../../src/api/page-client.ts";
import { AgentInfos } from "./agent-infos.ts";
import { Composers } from "./composers.ts";
import type { Link } from "./hub-messages.ts";
import { Interrupts } from "./interrupts.ts";

/** Nothing is asked of it here. */
const client = {} as PageClient;

test("U3 of sessions that are gone a tab keeps nothing: composers, agents' facts, interruptions", () => {
  const running = signal(true);
  let looked = 0;
  const interrupts = new Interrupts(client, (id) => {
    if (id === "gone") looked += 1;
    return running.value;
  });
  const kept = [interrupts, new AgentInfos(client), new Composers(client, signal<Link>({ state: "connected" }))];
  const [here, gone] = [kept.map((one) => one.of("here")), kept.map((one) => one.of("gone"))];
  for (const one of kept) one.forgetOthers((id) => id === "here");
  assert.deepEqual(
    kept.map((one, at) => [one.of("here") === here[at], one.of("gone") === gone[at]]),
    kept.map(() => [true, false]),
  );
  // Made anew just now, and looked at once for that; the one that is gone listens no more.
  looked = 0;
  running.value = false;
  assert.equal(looked, 1);
});
