import { text } from "../../wire/fields.ts";
import type { Entry } from "./entry.ts";

/** What is the same in every line of a transcript. */
export interface TranscriptOrigin {
  readonly sessionId: string;
  readonly cwd: string;
  /** The version of Claude Code whose dialect this is; readers go by it. */
  readonly version: string;
  readonly entrypoint?: string;
  readonly gitBranch?: string;
}

/** A message as Claude Code writes it into a transcript, with the LF. */
export function transcriptLine(
  entry: Entry & { readonly atMs: number },
  parentUuid: string | null,
  origin: TranscriptOrigin,
): string {
  const { uuid, role, content, message, line, atMs } = entry;
  return json({
    parentUuid,
    isSidechain: false,
    ...line,
    type: role,
    message: { ...message, role, content },
    uuid,
    timestamp: new Date(atMs).toISOString(),
    userType: "external",
    ...origin,
  });
}

/** What a list of sessions shows of one that has no title. */
export function lastPromptLine(lastPrompt: string, leafUuid: string | null, sessionId: string): string {
  return json({ type: "last-prompt", lastPrompt, leafUuid, sessionId });
}

export function titleLine(customTitle: string, sessionId: string): string {
  return json({ type: "custom-title", customTitle, sessionId });
}

/** The last thing in these that somebody typed, short. */
export function lastPromptOf(entries: readonly Entry[]): string | undefined {
  for (const entry of entries.toReversed()) {
    const prompt = typed(entry)?.replaceAll("\n", " ").trim();
    if (prompt) return prompt.length > maxPromptLength ? `${prompt.slice(0, maxPromptLength).trim()}…` : prompt;
  }
  return undefined;
}

const maxPromptLength = 200;

function typed({ role, content, line }: Entry): string | undefined {
  if (role !== "user" || line?.isMeta === true) return undefined;
  if (typeof content === "string") return content;
  if (content.some(({ type }) => type === "tool_result")) return undefined;
  return text(content.find(({ type }) => type === "text")?.text);
}

function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
