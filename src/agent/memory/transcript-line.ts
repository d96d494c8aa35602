import { text } from "../../wire/fields.ts";
import type { Entry, TranscriptLine } from "./entry.ts";

/** What is the same in every line of a transcript. */
export interface TranscriptOrigin {
  readonly sessionId: string;
  readonly cwd: string;
  /** The version of Claude Code whose dialect this is; readers go by it. */
  readonly version: string;
  readonly entrypoint?: string;
  /** The agent that works for the session's own one, and its kind, if this is what it says. */
  readonly agentId?: string;
  readonly agentType?: string;
}

/** What differs from line to line beside the message. */
interface LineContext {
  readonly parentUuid: string | null;
  readonly gitBranch: string;
}

/** A message as Claude Code writes it into a transcript. */
export function transcriptLine(
  entry: Entry & { readonly atMs: number },
  { parentUuid, gitBranch }: LineContext,
  { sessionId, cwd, version, entrypoint, agentId, agentType }: TranscriptOrigin,
): TranscriptLine {
  const { uuid, role, content, message, line, atMs } = entry;
  return {
    ...(line?.subtype === "compact_boundary"
      ? { parentUuid: null, logicalParentUuid: parentUuid }
      : { parentUuid: text(line?.sourceToolAssistantUUID) ?? parentUuid }),
    isSidechain: agentId !== undefined,
    ...(agentId !== undefined && { agentId }),
    ...line,
    // Inside a sub-agent nobody reads them but the model, which has the content.
    ...(agentId !== undefined && { toolUseResult: undefined }),
    ...(agentType !== undefined && role === "assistant" && { attributionAgent: agentType }),
    ...(line?.subtype === "compact_boundary" && { content }),
    ...(line?.type === undefined && { type: role, message: { ...message, role, content } }),
    uuid,
    timestamp: new Date(atMs).toISOString(),
    userType: "external",
    ...(entrypoint !== undefined && { entrypoint }),
    cwd,
    sessionId,
    version,
    gitBranch,
  };
}

/** What a list of sessions shows of one that has no title. */
export function lastPromptLine(lastPrompt: string, leafUuid: string | null, sessionId: string): TranscriptLine {
  return { type: "last-prompt", lastPrompt, leafUuid, sessionId };
}

export function titleLines(title: string, sessionId: string): TranscriptLine[] {
  return [
    { type: "custom-title", customTitle: title, sessionId },
    { type: "agent-name", agentName: title, sessionId },
  ];
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
  if (role !== "user" || line?.isMeta === true || line?.isCompactSummary === true || line?.type !== undefined)
    return undefined;
  if (typeof content === "string")
    return /^<(command|local-command|system-reminder)/.test(content) ? undefined : content;
  if (content.some(({ type }) => type === "tool_result")) return undefined;
  const said = text(content.find(({ type }) => type === "text")?.text);
  return said?.startsWith("[Request interrupted by user") ? undefined : said;
}
