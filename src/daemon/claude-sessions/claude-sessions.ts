import { type Dirent, realpathSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { configFolder } from "../../agent/folders/home-folders.ts";
import { transcriptPath } from "../../agent/memory/transcript-path.ts";
import { readTranscript, type TranscriptFacts } from "./read-transcript.ts";

/** A conversation the user has with Claude Code, as far as its transcript tells. */
interface ClaudeSession extends TranscriptFacts {
  readonly id: string;
  readonly updatedMs: number;
  readonly bytes: number;
}

interface Transcript {
  readonly path: string;
  readonly id: string;
  readonly updatedMs: number;
  readonly bytes: number;
}

/** What a transcript of this time and size says; undefined: nothing that could be resumed. */
interface Known extends Transcript {
  readonly session: ClaudeSession | undefined;
}

interface ListOptions {
  readonly cwd?: string;
  readonly limit?: number;
  /** By the folder of a conversation. */
  readonly isWanted?: (cwd: string) => boolean;
}

/** The conversations in Claude Code's projects folder. Reads only; a transcript that did not change is read once. */
export class ClaudeSessions {
  /** Undefined in an environment without a home. */
  readonly #projects: string | undefined;
  #known = new Map<string, Known>();

  constructor(env: NodeJS.ProcessEnv) {
    const config = configFolder(env);
    this.#projects = config === undefined ? undefined : join(config, "projects");
  }

  /** The newest first. With `cwd` only those of that folder. */
  async list({ cwd, limit = 1000, isWanted = () => true }: ListOptions = {}): Promise<ClaudeSession[]> {
    const folder = cwd === undefined ? undefined : real(cwd);
    const transcripts = await this.#transcripts(folder === undefined ? await this.#folders() : [projectName(folder)]);
    if (folder === undefined) this.#forget(transcripts);
    const found: ClaudeSession[] = [];
    for (let at = 0; at < transcripts.length && found.length < limit; at += atOnce) {
      const batch = transcripts.slice(at, at + atOnce);
      const sessions = await Promise.all(batch.map((transcript) => this.#read(transcript)));
      const wanted = sessions.filter((one) => one !== undefined);
      found.push(
        ...wanted.filter((one) => folder === undefined || one.cwd === folder).filter((one) => isWanted(one.cwd)),
      );
    }
    return found.slice(0, limit);
  }

  /** What "continue" means in a folder. */
  async newestOf(cwd: string): Promise<ClaudeSession | undefined> {
    const [newest] = await this.list({ cwd, limit: 1 });
    return newest;
  }

  async find(id: string): Promise<ClaudeSession | undefined> {
    if (!isSessionId(id)) return undefined;
    for (const folder of await this.#folders()) {
      const transcript = await this.#stat(folder, `${id}.jsonl`);
      const session = transcript === undefined ? undefined : await this.#read(transcript);
      if (session !== undefined) return session;
    }
    return undefined;
  }

  async #folders(): Promise<string[]> {
    const entries = this.#projects === undefined ? [] : await entriesOf(this.#projects);
    return entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
  }

  async #transcripts(folders: readonly string[]): Promise<Transcript[]> {
    const all: Transcript[] = [];
    for (const folder of folders) {
      const entries = this.#projects === undefined ? [] : await entriesOf(join(this.#projects, folder));
      // Sub-agents have names of another form, and no link or pipe is opened.
      const names = entries.filter((entry) => entry.isFile() && isTranscript(entry.name)).map(({ name }) => name);
      for (let at = 0; at < names.length; at += atOnce) {
        const batch = await Promise.all(names.slice(at, at + atOnce).map((name) => this.#stat(folder, name)));
        all.push(...batch.filter((one) => one !== undefined));
      }
    }
    return all.sort((a, b) => b.updatedMs - a.updatedMs);
  }

  async #stat(folder: string, name: string): Promise<Transcript | undefined> {
    const path = join(this.#projects ?? "", folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined || !found.isFile()) return undefined;
    return { path, id: name.slice(0, -suffix.length), updatedMs: Math.floor(found.mtimeMs), bytes: found.size };
  }

  async #read(transcript: Transcript): Promise<ClaudeSession | undefined> {
    const { path, id, updatedMs, bytes } = transcript;
    const known = this.#known.get(path);
    if (known?.updatedMs === updatedMs && known.bytes === bytes) return known.session;
    const belongs = (cwd: string): boolean => projectName(cwd) === basename(dirname(path));
    const facts = await readTranscript(path, bytes, belongs).catch(() => undefined);
    const session = facts === undefined ? undefined : { id, ...facts, updatedMs, bytes };
    this.#known.set(path, { ...transcript, session });
    return session;
  }

  /** What is gone from the disk is not kept here. */
  #forget(there: readonly Transcript[]): void {
    this.#known = new Map(there.flatMap(({ path }) => [[path, this.#known.get(path)]]).filter(isKnown));
  }
}

const suffix = ".jsonl";
/** Files that are open at the same time. */
const atOnce = 32;

function isTranscript(name: string): boolean {
  return name.endsWith(suffix) && isSessionId(name.slice(0, -suffix.length));
}

function isSessionId(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id);
}

/** The name of the folder that Claude Code keeps the transcripts of a real path in. Several paths may have the same. */
function projectName(cwd: string): string {
  return basename(dirname(transcriptPath("", cwd, "id")));
}

/** Claude Code names real paths. */
function real(cwd: string): string {
  try {
    return realpathSync(cwd);
  } catch {
    return cwd;
  }
}

function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

function isKnown(entry: (string | Known | undefined)[]): entry is [string, Known] {
  return entry[1] !== undefined;
}
