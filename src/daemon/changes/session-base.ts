import type { WorkTree } from "../git/work-tree.ts";

/** So far back is looked: longer sessions have more commits than anybody reads as one change. */
const maxEntries = 1000;

/**
 * The commit that was checked out at a time, from the log that git keeps of HEAD: nothing has to be stored for it. The empty
 * tree where there was no commit yet; undefined where it cannot be known.
 */
export async function headAt({ git }: WorkTree, timeMs: number): Promise<string | undefined> {
  const format = "--format=%H%x00%gd%x00%gs%x00";
  const args = ["log", "--walk-reflogs", "--date=unix", `--max-count=${maxEntries}`, "-z", format, "HEAD", "--"];
  const { stdout, exitCode } = await git.run(args, { answers: [128] });
  if (exitCode !== 0) return undefined;
  const parts = stdout.toString().split("\0");
  const seconds = Math.floor(timeMs / 1000);
  let initial = false;
  let count = 0;
  for (let at = 0; at + 2 < parts.length; at += 4, count++) {
    const [commit = "", when = "", what = ""] = parts.slice(at, at + 3);
    if (Number(/@\{(\d+)/.exec(when)?.[1]) <= seconds) return commit;
    initial = what.startsWith("commit (initial)");
  }
  return initial && count < maxEntries ? emptyTree({ git }) : undefined;
}

/** Its name depends on how the repository hashes. */
export function emptyTree({ git }: Pick<WorkTree, "git">): Promise<string> {
  return git.text(["hash-object", "-t", "tree", "/dev/null"]);
}
