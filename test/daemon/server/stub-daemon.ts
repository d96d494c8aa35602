import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { AskSchema } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import * as conversation from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import * as daemon from "../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { EventSchema, PromptState } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { SessionSchema } from "../../../src/api/gen/bridle/v1/session_pb.js";
import * as sessions from "../../../src/api/gen/bridle/v1/session_service_pb.js";
import type { Caller } from "../../../src/daemon/access/caller.ts";
import { ApiServer, type ApiServerOptions } from "../../../src/daemon/server/api-server.ts";
import type { DaemonCalls } from "../../../src/daemon/server/daemon-calls.ts";
import { Readiness } from "../../../src/daemon/server/readiness.ts";
import type { SessionCalls } from "../../../src/daemon/server/session-calls.ts";
import { TokenStore } from "../../../src/daemon/server/token-store.ts";
import type { SessionChange, SessionView } from "../../../src/daemon/session/session-view.ts";
import { BridleError } from "../../../src/errors.ts";
import { MemoryLog } from "../log/memory-log.ts";

/** The smallest daemon that the real server can stand in front of: a log in memory and a few calls. */
export class StubDaemon {
  readonly folder = mkdtempSync(join(tmpdir(), "bridle-server-"));
  readonly socketPath = join(this.folder, "run", "daemon.sock");
  readonly log = new MemoryLog();
  readonly readiness = new Readiness();
  readonly tokens = new TokenStore(join(this.folder, "config", "tokens.json"));
  readonly token = this.tokens.add("alice");
  /** Every unary call that came through, with who made it. */
  readonly seen: { method: string; caller: Caller; request: unknown }[] = [];
  readonly failures: unknown[] = [];
  readonly called: string[] = [];
  readonly refused: string[] = [];
  readonly listeners = new Set<(change: SessionChange) => void>();
  readonly #last = new Map<string, number>();
  #server: ApiServer | undefined;

  constructor() {
    this.readiness.set(undefined);
    this.addSession("s1");
  }

  get server(): ApiServer {
    if (this.#server === undefined) throw new Error("not started");
    return this.#server;
  }

  get url(): string {
    return this.server.url ?? "";
  }

  async start(options: Partial<ApiServerOptions> = {}): Promise<this> {
    this.#server = await ApiServer.start({
      calls: this.#calls(),
      daemon: this.#daemonCalls(),
      log: this.log,
      view: this.#view(),
      reach: { folder: () => true, session: () => true, ask: () => true, worktree: () => true },
      readiness: this.readiness,
      tokens: this.tokens,
      metrics: () => "bridle_up 1\n",
      hosts: { allowedHosts: ["box.example"], publicUrl: undefined },
      socketPath: this.socketPath,
      tcp: { host: "127.0.0.1", port: 0 },
      webFolder: undefined,
      trace: {
        called: (method, code) => this.called.push(`${method} ${code}`),
        sent: () => undefined,
        reset: () => undefined,
        refused: (why) => this.refused.push(why),
        failed: (error) => this.failures.push(error),
      },
      ...options,
    });
    return this;
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  addSession(id: string): void {
    this.log.create(id);
    this.#last.set(id, 0);
  }

  /** Appends text events and answers with the last number. */
  async say(id: string, texts: readonly string[]): Promise<number> {
    const from = this.#last.get(id) ?? 0;
    this.#last.set(id, from + texts.length);
    const events = texts.map((text, at) =>
      toBinary(
        EventSchema,
        create(EventSchema, { seq: BigInt(from + at + 1), kind: { case: "textDelta", value: { text } } }),
      ),
    );
    await this.log.append(id, from, events);
    return from + texts.length;
  }

  change(id: string, title: string, deleted = false): void {
    const session = create(SessionSchema, { id, title });
    for (const listener of [...this.listeners]) listener({ session, deleted });
  }

  #view(): SessionView {
    return {
      opened: (id) =>
        this.#last.has(id)
          ? { session: create(SessionSchema, { id, title: "one" }), openAsks: [create(AskSchema, { id: "a1" })] }
          : undefined,
      onSessionChanged: (listener) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
    };
  }

  #calls(): SessionCalls {
    const calls = {
      listSessions: async () =>
        create(sessions.ListSessionsResponseSchema, { sessions: [...this.#last.keys()].map((id) => ({ id })) }),
      getSession: async ({ sessionId }: sessions.GetSessionRequest) => {
        if (sessionId === "boom") throw new Error("a secret text");
        const data = { what: "session", id: sessionId };
        if (!this.#last.has(sessionId)) throw new BridleError("not_found", `there is no session ${sessionId}`, data);
        return create(sessions.GetSessionResponseSchema, { session: { id: sessionId } });
      },
      sendPrompt: async ({ sessionId, prompt }: conversation.SendPromptRequest) => {
        if (!this.#last.has(sessionId)) throw new BridleError("not_found", "no session", { what: "s", id: sessionId });
        const seq = await this.say(sessionId, [prompt?.text ?? ""]);
        const answer = { promptId: "p1", state: PromptState.SENT, seq: BigInt(seq) };
        return create(conversation.SendPromptResponseSchema, answer);
      },
      deleteSession: async ({ sessionId }: sessions.DeleteSessionRequest) => {
        await this.log.delete(sessionId);
        this.#last.delete(sessionId);
        return create(sessions.DeleteSessionResponseSchema);
      },
    };
    const noted = Object.entries(calls).map(([method, call]) => [
      method,
      (request: never, caller: Caller) => {
        this.seen.push({ method, caller, request });
        return call(request);
      },
    ]);
    return Object.fromEntries(noted) as unknown as SessionCalls;
  }

  #daemonCalls(): DaemonCalls {
    return {
      healthDetails: async () =>
        create(daemon.HealthDetailsResponseSchema, { ready: true, claudeCode: { version: "x" } }),
      getVersion: async () => create(daemon.GetVersionResponseSchema, { version: "test" }),
      getConfig: async () => create(daemon.GetConfigResponseSchema, { configJson: "{}" }),
      listRules: async () => create(daemon.ListRulesResponseSchema),
      explainToolUse: async () => create(daemon.ExplainToolUseResponseSchema),
      getUsage: async () => create(daemon.GetUsageResponseSchema),
      simulateRules: async () => create(daemon.SimulateRulesResponseSchema),
      suggestRules: async () => create(daemon.SuggestRulesResponseSchema),
      changeRules: async () => create(daemon.ChangeRulesResponseSchema),
      listAudit: async () => create(daemon.ListAuditResponseSchema),
      verifyAudit: async () => create(daemon.VerifyAuditResponseSchema),
      getAuditedUse: async () => create(daemon.GetAuditedUseResponseSchema),
      listBudgets: async () => create(daemon.ListBudgetsResponseSchema),
      shutdown: async () => create(daemon.ShutdownResponseSchema),
    };
  }
}
