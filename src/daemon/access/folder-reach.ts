import { homedir } from "node:os";
import { nodeFiles } from "../../agent/permission/node-files.ts";
import { expandHome } from "../../permission/path/absolute-path.ts";
import { resolveLinks } from "../../permission/path/resolve-links.ts";
import type { Sessions } from "../session/sessions.ts";
import { getAsk } from "../store/asks-table.ts";
import { cwdsOfSessions } from "../store/sessions-table.ts";
import type { Worktrees } from "../worktrees/worktrees.ts";
import type { Caller } from "./caller.ts";
import type { Reach } from "./reach.ts";

/**
 * What lies within the folders of a token: by real paths, so that no link leads out of them. A worktree belongs to the folder
 * that it was made for.
 */
export class FolderReach implements Reach {
  readonly #sessions: Sessions;
  readonly #worktrees: Worktrees;

  constructor(sessions: Sessions, worktrees: Worktrees) {
    this.#sessions = sessions;
    this.#worktrees = worktrees;
  }

  folder({ folders }: Caller, path: string): boolean {
    if (folders === undefined) return true;
    const real = realPath(path);
    if (real === undefined) return false;
    const worktree = this.#worktrees.all.find((one) => isBelow(one.path, real));
    const own = worktree === undefined ? real : realPath(worktree.source);
    return own !== undefined && folders.some((folder) => isBelow(folder, own));
  }

  session(caller: Caller, id: string): boolean {
    const cwd = caller.folders && this.#sessions.cwdOf(id);
    return cwd === undefined || this.folder(caller, cwd);
  }

  ask(caller: Caller, id: string): boolean {
    if (caller.folders === undefined) return true;
    const session = this.#sessions.deps.store.read(getAsk(id))?.session;
    return session === undefined || this.session(caller, session);
  }

  worktree(caller: Caller, id: string): boolean {
    const row = caller.folders && this.#worktrees.all.find((one) => one.id === id);
    return row === undefined || this.folder(caller, row.source);
  }

  /** The folders of sessions that the caller may know of; undefined: all. */
  cwds(caller: Caller): readonly string[] | undefined {
    return caller.folders && this.#sessions.deps.store.read(cwdsOfSessions()).filter((cwd) => this.folder(caller, cwd));
  }
}

/** Undefined: no absolute path, or one that leads nowhere. */
function realPath(path: string): string | undefined {
  const whole = expandHome(path, homedir());
  return whole.startsWith("/") ? resolveLinks(whole, nodeFiles) : undefined;
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
