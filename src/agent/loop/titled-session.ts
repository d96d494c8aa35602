import { OpeningFailure } from "../kit/agent-definition.ts";
import type { Memory } from "../memory/memory.ts";
import { titlesBeside } from "../memory/read-transcript.ts";

const usage =
  "--resume requires a valid session ID or session title when used with --print. Usage: --resume <session-id|title>";

/**
 * The id of the session of this folder that somebody gave this title, in any case of letters. Throws `OpeningFailure`
 * unless there is exactly one.
 */
export async function titledSession(
  title: string,
  cwd: string,
  memory: Memory | undefined,
  transcripts: string | undefined,
): Promise<string> {
  const found = new Map<string, { readonly title: string | undefined; readonly atMs: number }>();
  for (const one of memory?.list({ cwd, limit: Number.MAX_SAFE_INTEGER }) ?? [])
    found.set(one.id, { title: one.title, atMs: one.updatedMs });
  // Another program may have renamed it since.
  for (const one of transcripts === undefined ? [] : await titlesBeside(transcripts, cwd)) found.set(one.id, one);
  const wanted = title.trim().toLowerCase();
  const titled = [...found].filter(([, one]) => one.title?.trim().toLowerCase() === wanted);
  const [first] = titled;
  if (first === undefined) {
    const provided = `Provided value ${JSON.stringify(title)} is not a UUID and does not match any session title.`;
    throw new OpeningFailure(`Error: ${usage}. ${provided}`);
  }
  if (titled.length === 1) return first[0];
  const newestFirst = titled.toSorted(([, a], [, b]) => b.atMs - a.atMs);
  const list = newestFirst.map(([id, { atMs }]) => `  ${id}  (modified ${new Date(atMs).toISOString()})`);
  const count = `--resume ${JSON.stringify(title)} matches ${titled.length} sessions`;
  throw new OpeningFailure(`Error: ${count}. Pass one of these session IDs to disambiguate:\n${list.join("\n")}`);
}
