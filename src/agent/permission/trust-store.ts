import { createHash, randomUUID } from "node:crypto";
import { realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { BridleError } from "../../errors.ts";
import { makeFolder } from "../../files/make-folder.ts";
import {
  formatTrusted,
  isTrusted,
  nothingTrusted,
  readTrusted,
  type Trusted,
} from "../../permission/settings/trust.ts";
import { bridleConfigFolder, claudeJson, configFolder } from "../folders/home-folders.ts";
import { resolvePath } from "../tool/resolve-path.ts";
import { readFile } from "./node-files.ts";

/** A settings file of a folder, by its place in it: what was vouched for in one folder says nothing of another. */
export interface SettingsLocation {
  readonly folder: string;
  readonly name: "settings.json" | "settings.local.json";
}

/**
 * Which folders a person trusts: what Claude Code has written down, and what was told to Bridle. It is a file of the
 * person's, never one of the project's, so that nothing that comes with a project can speak for them.
 */
export class TrustStore {
  /** Undefined in an environment that names no folder of the person's: then nothing is trusted, and nothing is kept. */
  readonly file: string | undefined;
  /** Claude Code's own. */
  readonly claudeJson: string | undefined;
  readonly #config: string | undefined;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    const config = bridleConfigFolder(env);
    this.file = config && join(config, "trusted.json");
    this.claudeJson = claudeJson(env);
    this.#config = configFolder(env);
  }

  /** This very folder, whatever its settings say, by its real path. What cannot be read vouches for nothing. */
  trusts(folder: string): boolean {
    try {
      const real = realpathSync(folder);
      return this.isOwn(folder) || this.#isTrustedByClaude(real) || this.#isListed(real);
    } catch {
      return false;
    }
  }

  /** The person's home: its `.claude` is where their own settings are, and came with nobody. */
  isOwn(folder: string): boolean {
    try {
      // By its place: that itself may be a link of the person's.
      const config = this.#config && join(realpathSync(dirname(this.#config)), basename(this.#config));
      return join(realpathSync(folder), ".claude") === config;
    } catch {
      return false;
    }
  }

  /** Is this text of a settings file what the agent wrote there for a person, and nothing else? Never of one that is a link. */
  isAsWritten(location: SettingsLocation, text: string): boolean {
    try {
      return isItself(location) && this.#read().written[realName(location)] === digestOf(text);
    } catch {
      return false;
    }
  }

  get folders(): readonly string[] {
    return this.#read().folders;
  }

  /** Throws `invalid_option` where it cannot be kept. */
  trust(folder: string): void {
    const real = realpathSync(folder);
    this.#change(({ folders, owners, written }) => ({
      folders: [...folders, real],
      owners: { ...owners, [real]: statSync(real).uid },
      written,
    }));
  }

  /** By its name or its real path; false when it was not trusted. What the agent wrote there counts no more either. */
  forget(folder: string): boolean {
    const names = [resolve(folder), resolvePath(folder, { cwd: process.cwd(), home: "/nonexistent" })];
    const before = this.#read();
    const inside = names.map((name) => join(name, ".claude"));
    const written = Object.entries(before.written).filter(([file]) => !inside.includes(dirname(file)));
    const folders = before.folders.filter((one) => !names.includes(one));
    if (folders.length === before.folders.length && written.length === Object.keys(before.written).length) return false;
    this.#change(({ owners }) => ({ folders, owners, written: Object.fromEntries(written) }));
    return true;
  }

  /**
   * The agent wrote a person's answer into a settings file. It counts from here on as it stands, unless it said something
   * before that nobody has vouched for: then false.
   */
  wrote(location: SettingsLocation, before: string, after: string): boolean {
    if (!isItself(location)) return false;
    const name = realName(location);
    if (before.trim() !== "" && this.#read().written[name] !== digestOf(before)) return false;
    this.#change(({ written, ...rest }) => ({ ...rest, written: { ...written, [name]: digestOf(after) } }));
    return true;
  }

  /** Of whoever had it when it was trusted. */
  #isListed(folder: string): boolean {
    const { folders, owners } = this.#read();
    if (!folders.includes(folder)) return false;
    return !Object.hasOwn(owners, folder) || owners[folder] === statSync(folder).uid;
  }

  #isTrustedByClaude(folder: string): boolean {
    const text = this.claudeJson && readFile(this.claudeJson);
    return text !== undefined && isTrusted(text, folder);
  }

  #read(): Trusted {
    const text = this.file && readFile(this.file);
    if (!text) return nothingTrusted;
    const trusted = readTrusted(text);
    if (trusted !== undefined) return trusted;
    throw unwritable(this.file, "it is damaged: mend the JSON, or remove the file");
  }

  #change(change: (trusted: Trusted) => Trusted): void {
    const file = this.file;
    if (file === undefined) throw unwritable(file, "the environment names no home: set HOME to an absolute path");
    const after = change(this.#read());
    try {
      makeFolder(dirname(file), 0o700);
      // Whole or not at all.
      const fresh = `${file}.${randomUUID()}.tmp`;
      writeFileSync(fresh, formatTrusted(after), { flag: "wx", mode: 0o600 });
      renameSync(fresh, file);
    } catch (error) {
      throw unwritable(file, error instanceof Error ? error.message : String(error));
    }
  }
}

function realName({ folder, name }: SettingsLocation): string {
  return join(realpathSync(folder), ".claude", name);
}

/** Neither the file nor its folder is a link: what that leads to is nobody's word on this folder. */
function isItself(location: SettingsLocation): boolean {
  return realpathSync(join(location.folder, ".claude", location.name)) === realName(location);
}

function digestOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function unwritable(file: string | undefined, reason: string): BridleError<"invalid_option"> {
  const message = `which folders are trusted cannot be kept${file === undefined ? "" : ` in ${file}`}: ${reason}`;
  return new BridleError("invalid_option", message, {
    option: "trust",
    allowed: "a file that can be written",
    found: reason,
  });
}
