import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { within } from "../../host/within.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";

// biome-ignore lint/suspicious/noExplicitAny: what proto-loader makes at run time has no types.
type Loaded = any;

const protos = join(import.meta.dirname, "..", "..", "..", "proto");
const services = ["SessionService", "ConversationService"] as const;

let daemon: TestDaemon;
let clients: { readonly [service in (typeof services)[number]]: Loaded };
let token: grpc.Metadata;

before(async () => {
  daemon = await startDaemon();
  const files = ["session_service", "conversation_service"].map((name) => `bridle/v1/${name}.proto`);
  const options = { includeDirs: [protos], keepCase: true, longs: Number, enums: String, oneofs: true };
  const { bridle }: Loaded = grpc.loadPackageDefinition(loadSync(files, options));
  const address = daemon.url.replace("http://", "");
  const insecure = grpc.credentials.createInsecure();
  const made = services.map((name) => [name, new bridle.v1[name](address, insecure)] as const);
  clients = Object.fromEntries(made) as unknown as typeof clients;
  token = new grpc.Metadata();
  token.set("authorization", `Bearer ${readFileSync(join(daemon.home, "config", "token"), "utf8").trim()}`);
});
after(async () => {
  for (const name of services) clients[name].close();
  await daemon[Symbol.asyncDispose]();
});

function call(service: (typeof services)[number], method: string, request: object): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    clients[service][method](request, token, (error: unknown, answer: Loaded) =>
      error ? reject(error) : resolve(answer),
    );
  });
}

/** Reads a stream's events until one fits, telling each to `act`. */
async function eventsUntil(stream: Loaded, fits: (event: Loaded) => boolean, act?: (event: Loaded) => void) {
  const events: Loaded[] = [];
  const reading = async (): Promise<Loaded[]> => {
    // Not for await: leaving it would end the stream.
    for (;;) {
      const message = stream.read();
      if (message === null) {
        await new Promise((resolve, reject) => stream.once("readable", resolve).once("error", reject));
        continue;
      }
      assert.notEqual(message.kind, "failed", JSON.stringify(message));
      for (const event of message.batch?.events ?? []) {
        events.push(event);
        act?.(event);
      }
      if (events.some(fits)) return events;
    }
  };
  return within(20_000, "the event", reading());
}

const isOver = ({ kind }: Loaded): boolean => kind === "turn_complete";

test("D6 D4 a client that is not ours lists, subscribes and holds a conversation with the built-in agent", async () => {
  const asked = { call_id: crypto.randomUUID(), agent: "bridle", cwd: daemon.cwd, title: "by grpc-js" };
  const { session } = await call("SessionService", "CreateSession", asked);
  const { sessions } = await call("SessionService", "ListSessions", {});
  assert.deepEqual(
    sessions.map(({ id, title, state }: Loaded) => [id, title, state]),
    [[session.id, "by grpc-js", "SESSION_STATE_IDLE"]],
  );

  const listening = clients.ConversationService.Subscribe({ cursor: { session_id: session.id } }, token);
  const talk = clients.ConversationService.Converse(token);
  talk.write({ open: { session_id: session.id } });
  talk.write({ send_prompt: { call_id: crypto.randomUUID(), prompt: { text: "run touch mark" } } });
  const turn = await eventsUntil(talk, isOver, ({ permission_request }) => {
    if (!permission_request) return;
    const { id: ask_id, digest, tool_name, input_json } = permission_request.ask;
    assert.deepEqual([tool_name, JSON.parse(input_json).command], ["Bash", "touch mark"]);
    talk.write({ answer_ask: { call_id: crypto.randomUUID(), ask_id, digest, verdict: "VERDICT_ALLOW" } });
  });
  assert.ok(existsSync(join(daemon.cwd, "mark")), "the tool ran");
  assert.equal(turn.find(isOver).turn_complete.outcome, "TURN_OUTCOME_SUCCESS");

  talk.write({ send_prompt: { call_id: crypto.randomUUID(), prompt: { text: "think deeply" } } });
  const next = await eventsUntil(talk, isOver);
  const thought = next.flatMap(({ thinking_delta }: Loaded) => thinking_delta?.text ?? []).join("");
  assert.match(thought, /deeply/);
  talk.end();

  const heard = await eventsUntil(listening, ({ seq }) => seq === next.at(-1).seq);
  assert.deepEqual(
    heard.map(({ seq }: Loaded) => seq),
    heard.map((_: Loaded, at: number) => at + 1),
  );
  assert.deepEqual(heard.slice(-next.length), next, "a listener sees the same events");
  listening.on("error", () => undefined).cancel();
});
