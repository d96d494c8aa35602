import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";

/** What would change, as the agent says. */
export interface Planned {
  readonly files: readonly string[];
  readonly insertions: number;
  readonly deletions: number;
}

/** What would change, and what the files are now. */
export interface Plan extends Planned {
  readonly states: ReadonlyMap<string, string>;
  /** The same for the same prompt, files and state of them: whoever agreed to one plan agreed to no other. */
  readonly digest: string;
}

export async function planOf(prompt: string, planned: Planned): Promise<Plan> {
  const { insertions, deletions } = planned;
  const files = [...new Set(planned.files)].sort();
  const states = new Map<string, string>();
  const hash = createHash("sha256").update(JSON.stringify([prompt, insertions, deletions]));
  for (const path of files) {
    const state = await stateOf(path);
    states.set(path, state);
    hash.update(JSON.stringify([path, state]));
  }
  return { files, insertions, deletions, states, digest: hash.digest("hex") };
}

/** Those that are not what they were when the plan was made. */
export async function changedSince({ states }: Plan): Promise<string[]> {
  const changed: string[] = [];
  for (const [path, state] of states) if ((await stateOf(path)) !== state) changed.push(path);
  return changed;
}

/** Nothing is read: no write to a file leaves all of this as it was. */
async function stateOf(path: string): Promise<string> {
  try {
    const { dev, ino, mode, size, mtimeNs, ctimeNs } = await lstat(path, { bigint: true });
    return [dev, ino, mode, size, mtimeNs, ctimeNs].join(" ");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
}
