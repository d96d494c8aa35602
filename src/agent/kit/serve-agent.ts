import { basename, isAbsolute, resolve } from "node:path";
import { spokenVersion } from "../../adapters/spoken-version.ts";
import { BridleError, isBridleError } from "../../errors.ts";
import { encodeLine } from "../../wire/encode-line.ts";
import { dialectOf } from "../dialect/dialects.ts";
import type { NoticeFields, SpokenFrame, TurnOrigin } from "../dialect/voice.ts";
import { type AgentFlags, readAgentFlags } from "../flags/agent-flags.ts";
import { checkUnknownFlags } from "../flags/restricting-flags.ts";
import { usageText } from "../flags/usage-text.ts";
import { SessionPermissions } from "../permission/session-permissions.ts";
import { AgentSession } from "../session/agent-session.ts";
import { type AgentDefinition, OpeningFailure } from "./agent-definition.ts";
import { AgentServer } from "./agent-server.ts";
import { LineOutput } from "./line-output.ts";
import { OneShotOutput, oneShotPrompt } from "./one-shot.ts";
import type { SessionSource } from "./session-hooks.ts";
import { type Streams, standardStreams } from "./standard-streams.ts";

export interface ServeOptions {
  /** The command line without the program; the process's own unless told. */
  readonly argv?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Another pair of streams than the process's own. The process is then left alone: no signals, no exit. */
  readonly streams?: Streams;
  /** Whose process it is where streams are given: true for one that only wraps its own. */
  readonly ownsProcess?: boolean;
}

/** The definition, or what makes one of the command line. */
export type AgentMaker =
  | AgentDefinition
  | ((flags: AgentFlags, env: NodeJS.ProcessEnv, cwd: string) => Promise<AgentDefinition>);

/**
 * Runs an agent that any Claude Code host can drive: reads the command line,
 * speaks the dialect it asks for and ends as the host expects, exit code included.
 *
 * ```ts
 * await serveAgent({
 *   name: "parrot",
 *   onTurn: (turn) => turn.text(turn.prompt),
 * });
 * ```
 */
export async function serveAgent(agent: AgentMaker, options: ServeOptions = {}): Promise<number> {
  const streams = options.streams ?? standardStreams();
  const code = await serve(agent, options, streams);
  // Whatever an agent left running must not keep it alive once its host is done with it.
  if (ownsProcess(options)) process.exit(code);
  return code;
}

function ownsProcess(options: ServeOptions): boolean {
  return options.ownsProcess ?? options.streams === undefined;
}

async function serve(agent: AgentMaker, options: ServeOptions, streams: Streams): Promise<number> {
  const env = options.env ?? process.env;
  const say = (text: string): void => void streams.error.write(`${text}\n`);
  try {
    const flags = readAgentFlags(options.argv ?? process.argv.slice(2));
    if (flags.version) return await print(streams, versionText(streams));
    if (flags.help) return await print(streams, usageText(programName()));
    for (const warning of flags.warnings) say(`Warning: ${warning}`);
    checkUnknownFlags(flags.unknown, (text) => say(`Warning: ${text}`));
    const problem = problemOf(flags);
    if (problem !== undefined) {
      say(problem);
      return 1;
    }
    const cwd = resolve(options.cwd ?? process.cwd());
    const definition = typeof agent === "function" ? await agent(flags, env, cwd) : agent;
    checkDefinition(definition);
    return await new Serving(definition, flags, definition.env ?? env, { ...options, cwd }, streams).run();
  } catch (error) {
    if (!(error instanceof OpeningFailure) && !isBridleError(error)) throw error;
    say(`Error: ${error.message}`);
    return 1;
  }
}

function programName(): string {
  return basename(process.argv[1] ?? "agent").replace(/\.[cm]?[jt]s$/, "");
}

function checkDefinition(definition: AgentDefinition): void {
  if (typeof definition?.onTurn === "function" && typeof definition.name === "string") return;
  const allowed = "an object with a name and a function onTurn";
  throw new BridleError("invalid_option", `serveAgent takes ${allowed}`, {
    option: "definition",
    allowed,
    found:
      typeof definition === "object" ? `keys ${Object.keys(definition ?? {}).join(", ") || "none"}` : typeof definition,
  });
}

/** Exactly Claude Code's line, for programs; a person is told whom they really have. */
function versionText({ output }: Streams): string {
  const line = `${spokenVersion} (Claude Code)\n`;
  return "isTTY" in output && output.isTTY
    ? `${line}Bridle's agent, which speaks as Claude Code ${spokenVersion}.\n`
    : line;
}

function problemOf(flags: AgentFlags): string | undefined {
  if (flags.restricted && flags.allowBypass) return "Error: bypassPermissions not supported in restricted mode";
  // docs/dialects.md: it has one format and no flag for it.
  if (flags.dialect === "seed-001") return undefined;
  if (flags.outputFormat === "stream-json" && !flags.verbose)
    return "Error: When using --print, --output-format=stream-json requires --verbose";
  if (flags.sessionId !== undefined && !uuidPattern.test(flags.sessionId))
    return "Error: Invalid session ID. Must be a valid UUID.";
  return undefined;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

async function print(streams: Streams, text: string): Promise<number> {
  await new Promise<void>((resolve) => streams.output.write(text, () => resolve()));
  return 0;
}

const noResumeId =
  "Error: --resume requires a valid session ID or session title when used with --print. Usage: --resume <session-id|title>; --continue takes the newest conversation of this folder";

/** How often it is asked whether the host still reads. */
const watchMs = 1_000;

/** One run of an agent, from its flags to its exit code. */
class Serving {
  readonly #definition: AgentDefinition;
  readonly #flags: AgentFlags;
  readonly #streams: Streams;
  readonly #output: LineOutput;
  readonly #session: AgentSession;
  readonly #oneShot: OneShotOutput | undefined;
  readonly #server: AgentServer;
  readonly #ownsProcess: boolean;
  readonly #parent = process.ppid;
  #closed: Promise<void> | undefined;
  #hasStarted = false;
  #warned = 0;

  constructor(
    definition: AgentDefinition,
    flags: AgentFlags,
    env: NodeJS.ProcessEnv,
    options: ServeOptions,
    streams: Streams,
  ) {
    const cwd = options.cwd ?? process.cwd();
    this.#definition = definition;
    this.#flags = flags;
    this.#streams = streams;
    this.#ownsProcess = ownsProcess(options);
    this.#output = new LineOutput(streams.output, () => void this.#server.stop(0));
    this.#session = newSession(definition, flags, env, isAbsolute(cwd) ? cwd : resolve(cwd));
    this.#oneShot = flags.outputFormat === "stream-json" ? undefined : new OneShotOutput(flags, this.#output);
    const emit = (frame: SpokenFrame): void =>
      this.#oneShot === undefined ? this.#output.write(encodeLine(frame)) : this.#oneShot.emit(frame);
    const dialect = dialectOf(flags);
    const warn = (text: string): void => void streams.error.write(`Warning: ${text}\n`);
    this.#server = new AgentServer({ definition, session: this.#session, dialect, output: this.#output, emit, warn });
    const readsPrompts = flags.dialect === "claude" && flags.inputFormat === "stream-json";
    if (readsPrompts && flags.prompt !== undefined) this.#server.deprecated("argv_prompt");
  }

  async run(): Promise<number> {
    const signals = this.#ownsProcess ? this.#watchSignals() : undefined;
    try {
      this.#warnOfProblems();
      if (!(await this.#open())) return 1;
      this.#warnOfProblems();
      this.#hasStarted = true;
      await this.#server.sessionStarts(sourceOf(this.#flags));
      // A signal may come before there is a prompt.
      await Promise.race([this.#feed(), this.#server.ended]);
      return await this.#server.ended;
    } finally {
      this.#warnOfProblems();
      await this.#close();
      signals?.();
    }
  }

  /** Where frames are not shown, what is wrong with the settings has no other way. */
  #warnOfProblems(): void {
    if (this.#oneShot === undefined) return;
    const { problems } = this.#session.permissions;
    for (const problem of problems.slice(this.#warned)) this.#streams.error.write(`Warning: ${problem}\n`);
    this.#warned = problems.length;
  }

  /** False when the conversation that is asked for is not there; the host has been told. */
  async #open(): Promise<boolean> {
    const handle = {
      notice: (subtype: string, fields: NoticeFields) => this.#server.notice(subtype, fields),
      mirror: (filePath: string, entries: readonly object[]) => this.#server.mirror(filePath, entries),
      beginTurn: (prompt: string, origin: TurnOrigin) => this.#server.beginTurn({ prompt, origin }),
      goOn: (prompt: string) => this.#server.beginTurn({ prompt, goesOn: true }),
      warn: (text: string) => void this.#streams.error.write(`Warning: ${text}\n`),
    };
    try {
      if (this.#flags.resume === "") throw new OpeningFailure(noResumeId);
      if (this.#definition.onOpen === undefined) this.#session.id = this.#flags.resume ?? this.#session.id;
      else await this.#definition.onOpen(this.#session, handle);
      return true;
    } catch (error) {
      if (!(error instanceof OpeningFailure)) throw error;
      this.#streams.error.write(`${error.message}\n`);
      // Who reads plain text has read it.
      if (this.#flags.outputFormat !== "text") this.#server.fail(error.message);
      return false;
    }
  }

  async #feed(): Promise<void> {
    if (this.#flags.inputFormat === "stream-json") {
      void this.#read();
      return;
    }
    const content = await oneShotPrompt(this.#flags, this.#streams);
    if (content === undefined) {
      this.#streams.error.write(
        "Error: Input must be provided either through stdin or as a prompt argument when using --print\n",
      );
      void this.#server.stop(1);
      return;
    }
    this.#server.prompt({ kind: "prompt", content });
    this.#endInput();
  }

  async #read(): Promise<void> {
    try {
      for await (const chunk of this.#streams.input) this.#server.push(chunk);
    } catch {
      // A host that is gone says nothing more.
    }
    this.#endInput();
  }

  /** A turn may run on for ever: from now on a host that is gone shows only at the output. */
  #endInput(): void {
    this.#server.endInput();
    if (this.#ownsProcess) this.#output.watchReader(watchMs, () => this.#probe());
  }

  /**
   * What to write to learn whether somebody reads. Hosts should ignore
   * `keep_alive`, older ones fail at it: it is for an orphan only.
   */
  #probe(): string {
    const { dialect, outputFormat } = this.#flags;
    const isKnown = dialect === "claude" && outputFormat === "stream-json";
    const isOrphan = process.ppid !== this.#parent;
    return isKnown && isOrphan && this.#streams.outputIsFifo === true ? encodeLine({ type: "keep_alive" }) : "";
  }

  /** The exit codes hosts expect. What is told last differs: only an interrupt still gets its result. */
  #watchSignals(): () => void {
    const listeners = {
      SIGINT: () => void this.#server.stop(0),
      SIGTERM: () => this.#terminate(143),
      SIGHUP: () => this.#terminate(129),
    };
    for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener);
    return () => {
      for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener);
    };
  }

  /** What runs is stopped and says nothing more; after a moment nobody waits for it. */
  #terminate(code: number): void {
    this.#output.silence();
    void this.#server.stop(code);
    const moment = new Promise((resolve) => setTimeout(resolve, 1_500));
    void Promise.race([this.#close(), moment]).finally(() => process.exit(code));
  }

  /** Ends what the agent started, and writes what is left to say; once. */
  #close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    try {
      if (this.#hasStarted) await this.#server.sessionEnds("other");
      await Promise.all([this.#definition.onClose?.(), this.#server.close()]);
    } finally {
      this.#oneShot?.end();
      await this.#output.end();
    }
  }
}

function sourceOf({ resume, continue: goesOn, fork }: AgentFlags): SessionSource {
  if (resume === undefined && !goesOn) return "startup";
  return fork ? "fork" : "resume";
}

function newSession(definition: AgentDefinition, flags: AgentFlags, env: NodeJS.ProcessEnv, cwd: string): AgentSession {
  const named = flags.model === undefined || flags.model === "default" ? definition.model : flags.model;
  const model = definition.resolveModel?.(named ?? definition.name) ?? named ?? definition.name;
  const sources = definition.readsSettings ? flags.settingSources : [];
  const permissions = new SessionPermissions(flags, cwd, env, sources);
  return new AgentSession({ flags, cwd, env, model, permissions });
}
