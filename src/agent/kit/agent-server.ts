import { type Deprecation, DeprecationWarnings } from "../../adapters/deprecations.ts";
import { spokenVersion } from "../../adapters/spoken-version.ts";
import type { Prompt } from "../../wire/command.ts";
import type { SelfDescription } from "../dialect/claude/init-frame.ts";
import type { SpokenDialect } from "../dialect/spoken-dialect.ts";
import type { NoticeFields, SpokenFrame, Voice } from "../dialect/voice.ts";
import { AgentHooks } from "../hook/agent-hooks.ts";
import type { Mcp } from "../mcp/mcp.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { noFacts } from "../session/usage-account.ts";
import type { AgentDefinition, PromptCommand } from "./agent-definition.ts";
import type { AgentTurn } from "./agent-turn.ts";
import { HostInput } from "./host-input.ts";
import { HostLink } from "./host-link.ts";
import { HostPrompter } from "./host-prompter.ts";
import { hostRequests } from "./host-requests.ts";
import type { LineOutput } from "./line-output.ts";
import type { LocalCommand } from "./local-command.ts";
import { offeredCommands, offeredPrompts } from "./offered-commands.ts";
import { promptText } from "./prompt-content.ts";
import { PromptQueue } from "./prompt-queue.ts";
import type { Prompter } from "./prompter.ts";
import { SessionHooks, type SessionSource } from "./session-hooks.ts";
import { declaredServers, mcpServers } from "./session-servers.ts";
import { SessionState } from "./session-state.ts";
import { ToolGate } from "./tool-gate.ts";
import { ToolPrompter } from "./tool-prompter.ts";
import { type OwnTurn, TurnRunner } from "./turn-runner.ts";

interface AgentServerOptions {
  readonly definition: AgentDefinition;
  readonly session: AgentSession;
  readonly dialect: SpokenDialect;
  readonly output: LineOutput;
  /** Where the dialect's frames go: a line each, unless the output is something else. */
  readonly emit: (frame: SpokenFrame) => void;
  /** A line for whoever reads standard error. */
  readonly warn: (text: string) => void;
}

/** The agent's side of a conversation: reads what a host says, runs turns, and settles with an exit code. */
export class AgentServer {
  readonly #options: AgentServerOptions;
  readonly #queue: PromptQueue;
  readonly #input: HostInput;
  readonly #link: HostLink;
  readonly #state: SessionState;
  readonly #hooks: AgentHooks;
  readonly #sessionHooks: SessionHooks;
  readonly #mcp: Mcp;
  readonly #voice: Voice;
  readonly #runner: TurnRunner;
  readonly #own: OwnTurn[] = [];
  readonly #deprecations = new DeprecationWarnings();
  readonly #ended = Promise.withResolvers<number>();
  #turn: AgentTurn | undefined;
  #lastFailed = false;
  #lastTurnId: string | undefined;
  #onIdle: (() => void) | undefined;
  #reportedProblems = 0;
  #inputEnded = false;
  #over = false;

  constructor(options: AgentServerOptions) {
    const { definition, session, dialect, output, emit } = options;
    // Where each message names its session, emptying one by another id would be undone by the next message.
    const commands = dialect.hasSessions ? [] : offeredCommands(definition, session);
    this.#options = options;
    this.#queue = new PromptQueue((name) => [...commands, ...this.#prompts].some((command) => command.name === name));
    const reportsState = session.env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS === "1";
    this.#state = new SessionState((state) => reportsState && this.notice("session_state_changed", { state }));
    const onAsking = (open: number): void => this.#state.asking(open);
    this.#link = new HostLink(this.#handlers(), (line) => output.write(line), onAsking);
    this.#input = this.#createInput();
    this.#hooks = this.#createHooks();
    this.#sessionHooks = new SessionHooks(definition, session, this.#hooks);
    this.#mcp = mcpServers(definition, session, this.#link);
    this.#voice = dialect.voice({
      session,
      emit,
      queued: () => this.#queue.size,
      describe: () => this.#describe(commands),
    });
    this.#runner = this.#createRunner(commands);
    this.#mcp.declare(declaredServers(definition, session));
  }

  /** Settles when the agent is done, with its exit code. */
  get ended(): Promise<number> {
    return this.#ended.promise;
  }

  /** The host does something in an old way; reported once. */
  deprecated(what: Deprecation): void {
    const notice = this.#deprecations.warn(what);
    if (notice !== undefined) this.#options.warn(notice.message);
  }

  push(chunk: Uint8Array): void {
    if (this.#over) return;
    this.#input.push(chunk);
    if (this.#own[0]?.goesOn) this.#pump();
  }

  /** Nothing more will be read: what runs is finished, what waits too, then it ends. */
  endInput(): void {
    if (this.#inputEnded) return;
    this.#input.end();
    this.#inputEnded = true;
    this.#link.close();
    this.#pump();
  }

  /** Takes a prompt that did not come as a line. */
  prompt(prompt: Prompt): void {
    const { dialect, session } = this.#options;
    if (!this.#queue.add(prompt)) return this.#voice.repeated(prompt);
    const waits = this.#turn !== undefined;
    if (!waits && dialect.hasSessions && prompt.sessionId !== undefined) session.id = prompt.sessionId;
    this.#voice.received(prompt, waits ? this.#queue.size : 0);
    this.#pump();
  }

  notice(subtype: string, fields: NoticeFields): void {
    this.#voice.notice(subtype, fields);
  }

  mirror(filePath: string, entries: readonly object[]): void {
    this.#options.emit({ type: "transcript_mirror", filePath, entries });
  }

  /** The session cannot begin: says so as the result of a turn that never was. */
  fail(error: string): void {
    this.#voice.result({ kind: "unopened", error }, this.#runner.begin([]));
  }

  /** A turn nobody prompted, as soon as none runs. One that goes on waits for the first words of the host: its hooks are in them. */
  beginTurn(own: OwnTurn): void {
    this.#own.push(own);
    if (!own.goesOn) this.#pump();
  }

  /** Ends at once; a running turn is interrupted and still gets its result. */
  async stop(exitCode: number): Promise<void> {
    this.#over = true;
    this.#queue.clear();
    this.#turn?.interrupt();
    if (this.#turn === undefined) this.#ended.resolve(exitCode);
    else this.#onIdle = () => this.#ended.resolve(exitCode);
    await this.#ended.promise;
  }

  sessionStarts(source: SessionSource): Promise<void> {
    return this.#sessionHooks.start(source);
  }

  sessionEnds(reason: "clear" | "other", turnId = this.#lastTurnId): Promise<void> {
    return this.#sessionHooks.end(reason, turnId);
  }

  async #cleared(turnId: string, change: () => void): Promise<void> {
    await this.sessionEnds("clear", turnId);
    change();
    await this.sessionStarts("clear");
  }

  /** Settles when no MCP server and no hook is left. */
  async close(): Promise<void> {
    await Promise.all([this.#mcp.close(), this.#hooks.close()]);
  }

  /** The other dialect's `control`: it has no id, so it is answered by a message. */
  #control(action: string): void {
    const { session, emit } = this.#options;
    const session_id = session.id;
    switch (action) {
      case "interrupt":
        this.#turn?.interrupt();
        return;
      case "status": {
        const running = this.#turn !== undefined;
        return emit({ type: "system", subtype: action, running, session_id, queued_messages: this.#queue.size });
      }
      case "heartbeat":
        return emit({ type: "system", subtype: "heartbeat_ack", timestamp: new Date().toISOString(), session_id });
      default:
        this.#voice.problem(`Unknown control action; use interrupt, status or heartbeat.`);
    }
  }

  #pump(): void {
    if (this.#turn !== undefined || this.#over) return;
    const prompts = this.#own[0]?.goesOn ? [] : this.#queue.takeTurn();
    const own = prompts.length === 0 ? this.#own.shift() : undefined;
    if (own !== undefined) this.#run(this.#runner.begin([{ kind: "prompt", content: own.prompt }], own));
    else if (prompts.length > 0) this.#run(this.#runner.begin(prompts));
    else if (this.#inputEnded) {
      this.#over = true;
      this.#ended.resolve(this.#lastFailed ? 1 : 0);
    }
  }

  #run(turn: AgentTurn): void {
    const { dialect, session } = this.#options;
    const named = turn.prompts[0]?.sessionId;
    if (dialect.hasSessions && named !== undefined) session.id = named;
    this.#turn = turn;
    this.#lastTurnId = turn.id;
    // At once: a host has to know what the turn is about before it sends more.
    if (turn.prompts.length > 1) this.#voice.merged(turn.prompts, promptText(turn.prompts, dialect.joiner).length);
    this.#reportProblems();
    this.#state.turn(true);
    void this.#runner.run(turn).then((outcome) => {
      this.#turn = undefined;
      if (this.#queue.size === 0 && this.#own.length === 0) this.#state.turn(false);
      this.#lastFailed = dialect.isFailure(outcome);
      this.#onIdle?.();
      this.#pump();
      if (this.#turn === undefined && !this.#inputEnded && !this.#over) this.#options.definition.onIdle?.(session);
    });
  }

  #interrupt(dropQueued: boolean): { stillQueued: readonly string[]; dropped: readonly string[] } {
    const dropped = dropQueued ? this.#queue.clear() : [];
    for (const prompt of dropped) this.#voice.dropped(prompt);
    this.#turn?.interrupt();
    return { stillQueued: this.#queue.uuids, dropped: dropped.flatMap(({ uuid }) => uuid ?? []) };
  }

  #handlers(): ReturnType<typeof hostRequests> {
    const { definition, session } = this.#options;
    return hostRequests({
      definition,
      session,
      spokenVersion,
      hooks: () => this.#hooks,
      mcp: () => this.#mcp,
      isRunning: () => this.#turn !== undefined,
      interrupt: (dropQueued) => this.#interrupt(dropQueued),
      cancelPrompt: (uuid) => {
        const prompt = this.#queue.cancel(uuid);
        if (prompt !== undefined) this.#voice.dropped(prompt);
        return prompt !== undefined;
      },
      notice: (subtype, fields) => this.notice(subtype, fields),
      localOutput: (text) => this.#voice.localOutput(text),
      end: () => void this.stop(0),
    });
  }

  #createInput(): HostInput {
    return new HostInput({
      link: this.#link,
      prompt: (prompt) => this.#over || this.prompt(prompt),
      control: (action) => {
        if (!this.#options.dialect.hasSessions) this.deprecated("control_action");
        return this.#over || this.#control(action);
      },
      problem: (text) => this.#over || this.#voice.problem(text),
    });
  }

  #createHooks(): AgentHooks {
    const { session } = this.#options;
    return new AgentHooks({
      link: this.#link,
      onFailure: (event, id) => this.#hookFailed(event, id),
      cwd: session.cwd,
      env: () => session.env,
      configured: () => [...session.permissions.hooks, ...session.agentHooks, ...session.promptHooks],
      fit: (condition, call) => session.permissions.fit(condition, { ...call, cwd: session.folder }),
      notice: (subtype, fields) => this.notice(subtype, fields),
      onLateContext: (text) => this.#sessionHooks.addContext(text),
      reportsEvents: session.flags.hookEvents,
    });
  }

  #createRunner(commands: readonly LocalCommand[]): TurnRunner {
    const { definition, session, dialect, output } = this.#options;
    return new TurnRunner(definition, {
      session,
      voice: this.#voice,
      output,
      queue: this.#queue,
      hooks: this.#hooks,
      mcp: this.#mcp,
      gate: new ToolGate({
        session,
        prompter: this.#prompter(),
        notice: (subtype, fields) => this.notice(subtype, fields),
        deprecated: (what) => this.deprecated(what),
      }),
      modelFacts: definition.modelFacts ?? (() => noFacts),
      commands,
      joiner: dialect.joiner,
      joins: (sessionId) => !dialect.hasSessions || sessionId === undefined || sessionId === session.id,
      hookInput: (turnId) => this.#sessionHooks.input(turnId),
      takePendingContexts: () => this.#sessionHooks.takeContexts(),
      beforeResult: () => this.#reportProblems(),
      cleared: (turnId, change) => this.#cleared(turnId, change),
    });
  }

  #prompter(): Prompter | undefined {
    const { asksHost, promptTool } = this.#options.session.flags;
    if (asksHost) return new HostPrompter(this.#link);
    if (promptTool === undefined) return undefined;
    return new ToolPrompter({
      toolName: promptTool,
      mcp: this.#mcp,
      notice: (subtype, fields) => this.notice(subtype, fields),
    });
  }

  get #prompts(): readonly PromptCommand[] {
    const { definition, session, dialect } = this.#options;
    return dialect.hasSessions ? [] : offeredPrompts(definition, session);
  }

  #describe(commands: readonly LocalCommand[]): SelfDescription {
    const { definition, session } = this.#options;
    const prompts = this.#prompts;
    return {
      spokenVersion,
      tools: [...(definition.tools?.(session) ?? []), ...this.#mcp.tools().map(({ name }) => name)],
      mcpServers: this.#mcp.status(),
      mcpProblems: this.#mcp.problems(),
      commands: [...prompts, ...commands.filter(({ isHidden }) => !isHidden)].map(({ name }) => name),
      skills: prompts.flatMap(({ name, isSkill }) => (isSkill ? [name] : [])),
      agents: (definition.agents?.(session) ?? []).map(({ name }) => name),
      apiKeySource: definition.apiKeySource ?? "none",
    };
  }

  /** What is wrong with the settings, once: a start is silent. */
  #reportProblems(): void {
    const { problems } = this.#options.session.permissions;
    for (const content of problems.slice(this.#reportedProblems))
      this.notice("informational", { content, level: "warning", tag: "settings_problem" });
    this.#reportedProblems = problems.length;
  }

  #hookFailed(event: string, id: string): void {
    const content = `${event}: Hook callback ${id} failed: the SDK host replied with an error or an invalid answer. Its answer was treated as empty.`;
    this.notice("informational", { content, level: "warning", tag: "hook_callback_failed" });
  }
}
