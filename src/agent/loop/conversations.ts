import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { spokenVersion } from "../../adapters/spoken-version.ts";
import { isBridleError } from "../../errors.ts";
import { isUuid } from "../../util/uuid.ts";
import { isFields } from "../../wire/fields.ts";
import { contextLimits } from "../context/context-limits.ts";
import { Conversation } from "../context/conversation.ts";
import { totalsOf } from "../context/cost-state.ts";
import { type LoadedContext, loadContext } from "../context/load-context.ts";
import { dialectOf } from "../dialect/dialects.ts";
import type { AgentFlags } from "../flags/agent-flags.ts";
import { configFolder } from "../folders/home-folders.ts";
import { type AgentHandle, OpeningFailure } from "../kit/agent-definition.ts";
import { defaultDatabase } from "../memory/default-database.ts";
import { isForModel, turnsUntil } from "../memory/entry.ts";
import type { FileCheckpoints } from "../memory/file-checkpoints.ts";
import type { Memory } from "../memory/memory.ts";
import type { SubAgentMeta, SubAgentTranscript } from "../memory/sub-agent-transcript.ts";
import type { TranscriptFile, TranscriptFileOptions } from "../memory/transcript-file.ts";
import { subAgentTranscriptPath, transcriptPath } from "../memory/transcript-path.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { LastResponse } from "../session/resume-input.ts";
import { type StoredTotals, UsageAccount } from "../session/usage-account.ts";
import { checkDroppedTurn } from "./dropped-turn.ts";
import { gitBranch } from "./git-branch.ts";

/** Finds, begins and keeps the conversations of a process. */
export class Conversations {
  readonly #flags: AgentFlags;
  readonly #env: NodeJS.ProcessEnv;
  #memory: Promise<Memory | undefined> | undefined;
  readonly #open = new Map<string, Conversation>();
  #onWritten: TranscriptFileOptions["onWritten"];
  readonly #noted = new Set<string>();
  /** As they are kept. */
  readonly #titles = new Map<string, string>();
  #session: AgentSession | undefined;
  #warn: (text: string) => void = () => {};

  constructor(flags: AgentFlags, env: NodeJS.ProcessEnv) {
    this.#flags = flags;
    this.#env = env;
  }

  /** Gives the session the id and the totals that the flags ask for. Throws `OpeningFailure`. */
  async open(session: AgentSession, handle: Pick<AgentHandle, "warn" | "mirror">): Promise<void> {
    this.#warn = (text) => handle.warn(text);
    this.#session = session;
    if (this.#flags.sessionMirror) this.#onWritten = (path, lines) => handle.mirror(path, lines);
    try {
      await this.#find(session);
    } catch (error) {
      // The host reads it on the stream, too.
      if (isBridleError(error)) throw new OpeningFailure(`Error: ${error.message}`);
      throw error;
    }
  }

  async #find(session: AgentSession): Promise<void> {
    const { resume, sessionId, fork } = this.#flags;
    const from =
      (await this.#named(resume, session.cwd)) ?? (this.#flags.continue ? await this.#latest(session.cwd) : undefined);
    if (from === undefined) {
      if (sessionId !== undefined && (await this.#isTaken(sessionId, session.cwd)))
        throw new OpeningFailure(`Error: Session ID ${sessionId} is already in use.`);
      return;
    }
    if (sessionId !== undefined && !fork) throw new OpeningFailure(`Error: ${idWithoutFork}`);
    const memory = await this.memory();
    if (memory !== undefined) await this.#adopt(memory, from, session.cwd);
    const found = memory?.find(from, this.#keepsTranscripts ? { cwd: session.cwd } : {});
    if (memory === undefined || found === undefined)
      throw new OpeningFailure(`No conversation found with session ID: ${from}`);
    const upTo = await this.#resumePoint(memory, from, session.cwd);
    if (upTo !== undefined) this.#checkDropped(memory, from, upTo);
    session.totals = UsageAccount.from(found.totals as Partial<StoredTotals>);
    session.title ??= found.title;
    if (found.title !== undefined) this.#titles.set(from, found.title);
    if (fork) memory.fork(from, session.id, { cwd: session.cwd, ...(upTo !== undefined && { upTo }) });
    else {
      if (upTo !== undefined) memory.rewind(from, upTo);
      session.id = from;
    }
    // Estimated, until the model API counts the next request.
    session.contextTokens = (await this.of(session)).context.tokens(0);
    session.lastResponse = lastResponse(memory, session.id);
  }

  async #isTaken(id: string, cwd: string): Promise<boolean> {
    if ((await this.memory())?.find(id) !== undefined) return true;
    const folder = this.#transcriptFolder;
    return folder !== undefined && existsSync(transcriptPath(folder, cwd, id));
  }

  /** What Claude Code, or another database, had of it is had from here on. */
  async #adopt(memory: Memory, id: string, cwd: string): Promise<boolean> {
    const folder = this.#transcriptFolder;
    if (folder === undefined) return false;
    const { adoptTranscript } = await import("../memory/adopt-transcript.ts");
    const { transcriptFolder } = await import("../memory/read-transcript.ts");
    const path = transcriptPath(folder, cwd, id);
    // `a/b` and `a-b` have one place for their transcripts: what belongs to the other is not ours to tell.
    const other = await transcriptFolder(path);
    if (other !== undefined && other !== cwd && transcriptPath(folder, other, id) === path) return false;
    return adoptTranscript(memory, { id, cwd, path }, (line) => ({ ...totalsOf(line) }));
  }

  /** The id that is asked for; elsewhere ids are free, so that nothing else can be a title. */
  async #named(resume: string | undefined, cwd: string): Promise<string | undefined> {
    if (resume === undefined || !this.#keepsTranscripts || isUuid(resume)) return resume;
    const { titledSession } = await import("./titled-session.ts");
    const folder = this.#transcriptFolder;
    const transcripts = folder === undefined ? undefined : transcriptPath(folder, cwd, "");
    return titledSession(resume, cwd, await this.memory(), transcripts);
  }

  /** The last message to go on with, as `--resume-session-at` wants it; undefined: the newest. */
  async #resumePoint(memory: Memory, id: string, cwd: string): Promise<string | undefined> {
    const { resumeSessionAt: uuid } = this.#flags;
    if (uuid === undefined || memory.has(id, uuid)) return uuid;
    const { storedUuidAt } = await import("../memory/adopt-transcript.ts");
    const folder = this.#transcriptFolder;
    const stored = folder === undefined ? undefined : await storedUuidAt(transcriptPath(folder, cwd, id), uuid);
    if (stored !== undefined && memory.has(id, stored)) return stored;
    throw new OpeningFailure(`No message found with message.uuid of: ${uuid}`);
  }

  #checkDropped(memory: Memory, id: string, upTo: string): void {
    const { resumeDropsTurn, resumeSessionAt = upTo } = this.#flags;
    if (resumeDropsTurn === undefined) return;
    const after = memory.numberOf(id, upTo) ?? 0;
    checkDroppedTurn(resumeDropsTurn, resumeSessionAt, memory.messages(id, { after }));
  }

  /** The conversation of the session as it is called now. */
  async of(session: AgentSession): Promise<Conversation> {
    const known = this.#open.get(session.id);
    if (known !== undefined) return known;
    const { id, cwd, model, env } = session;
    const memory = await this.memory();
    const history = memory?.find(id) && loadContext(memory, id, contextLimits(model, env).load);
    const transcript = await this.#transcript(session, memory, history);
    const turns = turnsUntil(history?.recent ?? []);
    const conversation = new Conversation({ id, cwd, model, memory, transcript, history, turns });
    this.#open.set(id, conversation);
    return conversation;
  }

  /** Does a call wait in the conversation that was opened? */
  isLeft({ id }: AgentSession): boolean {
    return this.#open.get(id)?.deferred !== undefined;
  }

  /** Loaded when it is first needed: a start has to be fast. Undefined: nothing is kept. */
  memory(): Promise<Memory | undefined> {
    this.#memory ??= this.#flags.persist ? this.#openMemory() : Promise.resolve(undefined);
    // What could not be opened now may be there for the next turn.
    this.#memory.catch(() => {
      this.#memory = undefined;
    });
    return this.#memory;
  }

  /** Where nothing is kept, those of this process. */
  async checkpoints(): Promise<FileCheckpoints> {
    const memory = (await this.memory()) ?? (await import("../memory/memory.ts")).Memory.open(":memory:");
    return memory.checkpoints;
  }

  transcriptPath({ cwd, id }: AgentSession): string {
    const folder = this.#transcriptFolder;
    return folder === undefined ? "" : transcriptPath(folder, cwd, id);
  }

  /** Undefined where nothing is written. */
  async subAgentTranscript(
    session: AgentSession,
    agentId: string,
    meta: SubAgentMeta,
  ): Promise<SubAgentTranscript | undefined> {
    const folder = this.#transcriptFolder;
    if (folder === undefined) return undefined;
    const { SubAgentTranscript } = await import("../memory/sub-agent-transcript.ts");
    const path = subAgentTranscriptPath(transcriptPath(folder, session.cwd, session.id), agentId);
    return new SubAgentTranscript({ path, ...this.#origin(session), agentId, agentType: meta.agentType }, meta);
  }

  /** What the session is called now. */
  keepTitle({ id, title }: AgentSession): void {
    if (title === undefined || this.#titles.get(id) === title) return;
    if (this.#open.get(id)?.keepTitle(title)) this.#titles.set(id, title);
  }

  async close(): Promise<void> {
    if (this.#session !== undefined) this.keepTitle(this.#session);
    for (const conversation of this.#open.values()) await conversation.end();
    // What could not be opened was told when it was needed.
    (await this.#memory?.catch(() => undefined))?.close();
  }

  async #latest(cwd: string): Promise<string | undefined> {
    const memory = await this.memory();
    const folder = this.#transcriptFolder;
    if (memory === undefined || folder === undefined) return memory?.latest(cwd)?.id;
    const { sessionsBeside } = await import("../memory/read-transcript.ts");
    for (const id of await sessionsBeside(transcriptPath(folder, cwd, ""))) {
      if (await this.#adopt(memory, id, cwd)) return id;
      if (memory.find(id, { cwd }) !== undefined) break;
    }
    return memory.latest(cwd)?.id;
  }

  async #openMemory(): Promise<Memory> {
    const memory = await this.#openDatabase();
    // A folder that is not there at all, perhaps not mounted, says nothing of the files in it.
    memory.forgetDeleted((file) => !existsSync(file) && existsSync(dirname(dirname(file))));
    return memory;
  }

  /** Once for each conversation; what cannot be noted now is noted with the next message. */
  #note(memory: Memory | undefined, id: string, path: string): void {
    if (memory === undefined || this.#noted.has(id)) return;
    try {
      memory.setTranscript(id, path);
      this.#noted.add(id);
    } catch (error) {
      if (!isBridleError(error)) throw error;
    }
  }

  /** A database that somebody chose has to be usable. Without its own one the agent works, and forgets at its end. */
  async #openDatabase(): Promise<Memory> {
    const { Memory } = await import("../memory/memory.ts");
    const chosen = this.#flags.database ?? (this.#env.BRIDLE_AGENT_DB || undefined);
    if (chosen !== undefined) return Memory.open(chosen);
    try {
      const file = defaultDatabase(this.#env);
      if (file !== undefined) return Memory.open(file);
      this.#warn("nothing is kept: neither HOME nor CLAUDE_CONFIG_DIR names a folder. Choose a database with --db.");
    } catch (error) {
      if (!isBridleError(error, "unusable_database") || error.data.reason !== "inaccessible") throw error;
      this.#warn(`nothing is kept, so this conversation cannot be resumed: ${error.message}`);
    }
    return Memory.open(":memory:");
  }

  /** Only where hosts know of such files. */
  get #transcriptFolder(): string | undefined {
    return this.#flags.persist && this.#keepsTranscripts ? configFolder(this.#env) : undefined;
  }

  get #keepsTranscripts(): boolean {
    return dialectOf(this.#flags).keepsTranscripts;
  }

  async #transcript(
    { id, cwd }: AgentSession,
    memory: Memory | undefined,
    history: LoadedContext | undefined,
  ): Promise<TranscriptFile | undefined> {
    const folder = this.#transcriptFolder;
    if (folder === undefined) return undefined;
    const { TranscriptFile } = await import("../memory/transcript-file.ts");
    const origin = this.#origin({ id, cwd });
    return new TranscriptFile({
      path: transcriptPath(folder, cwd, id),
      ...origin,
      onWritten: (path, lines) => {
        this.#note(memory, id, path);
        origin.onWritten?.(path, lines);
      },
      ...(memory !== undefined && history !== undefined && storedHistory(memory, id, history)),
    });
  }

  #origin({ id, cwd }: Pick<AgentSession, "id" | "cwd">): Omit<TranscriptFileOptions, "path"> {
    return {
      sessionId: id,
      cwd,
      version: spokenVersion,
      entrypoint: this.#env.CLAUDE_CODE_ENTRYPOINT || "sdk-cli",
      gitBranch: () => gitBranch(cwd),
      ...(this.#onWritten !== undefined && { onWritten: this.#onWritten }),
    };
  }
}

const idWithoutFork = "--session-id can only be used with --continue or --resume if --fork-session is also specified.";

function lastResponse(memory: Memory, id: string): LastResponse | undefined {
  for (const entry of memory.newestMessages(id)) {
    const { role, message, atMs } = entry;
    if (role === "assistant" && isForModel(entry) && isFields(message?.usage) && atMs !== undefined)
      return { atMs, message };
  }
  return undefined;
}

/** All that was said, read from the memory only if it has to be written; what is said from now on is no part of it. */
function storedHistory(memory: Memory, id: string, { recent }: LoadedContext): Partial<TranscriptFileOptions> {
  const through = recent.at(-1)?.number ?? 0;
  return { history: { [Symbol.iterator]: () => memory.messages(id, { through }) }, recent };
}
