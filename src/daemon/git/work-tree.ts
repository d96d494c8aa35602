import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { isBridleError } from "../../errors.ts";
import { Git } from "./git.ts";

/** The work tree that a folder is in. */
export interface WorkTree {
  /** In its top folder. */
  readonly git: Git;
  readonly top: string;
  /** The folder within it; empty: the top. */
  readonly prefix: string;
  /** Undefined: there is no commit yet. */
  readonly head: string | undefined;
  /** Empty: no branch is checked out. */
  readonly branch: string;
}

/** Why there is none, for a person. */
interface NoWorkTree {
  readonly why: string;
}

/** Rejects with `timeout`. */
export async function findWorkTree(folder: string, env: NodeJS.ProcessEnv): Promise<WorkTree | NoWorkTree> {
  try {
    const real = realpathSync(folder);
    const git = await Git.in(real, env);
    const [isInside, ...rest] = (await git.text(["rev-parse", "--is-inside-work-tree", "--show-cdup"])).split("\n");
    const top = resolve(real, rest.join("\n"));
    const prefix = relative(top, real);
    if (isInside !== "true" || prefix === ".." || prefix.startsWith(`..${sep}`))
      return { why: "the folder is in no git work tree" };
    const atTop = git.at(top);
    const head = await atTop.text(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], { answers: [1] });
    const branch = await atTop.text(["symbolic-ref", "--quiet", "--short", "HEAD"], { answers: [1] });
    return { git: atTop, top, prefix, head: head || undefined, branch };
  } catch (error) {
    return { why: reasonOf(error) };
  }
}

export function isWorkTree(found: WorkTree | NoWorkTree): found is WorkTree {
  return "git" in found;
}

function reasonOf(error: unknown): string {
  if (isBridleError(error, "refused")) {
    const { reason } = error.data;
    return /not a git repository|bare repository/.test(reason) ? "the folder is in no git repository" : error.message;
  }
  if (isBridleError(error, "not_found")) return error.message;
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return "the folder is gone";
  throw error;
}
