import type { Event, Message } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { isFields, parseJson } from "./content.ts";
import type { Fields, Work } from "./row.ts";
import { toolSummary } from "./tool-summary.ts";

const none: Work = { steps: 0, tokens: 0, now: "", message: { id: "", tokens: 0 } };

/** After the sub-agent began to use a tool. */
export function workAfterTool(work: Work = none, name: string, input: Fields): Work {
  return { ...work, steps: work.steps + 1, now: `${name} ${toolSummary(input)}`.trim() };
}

/** After a part of a message of the sub-agent: each part tells what the whole message used so far. */
export function workAfterMessage(work: Work = none, { messageId: id, usage }: Message): Work {
  if (usage === undefined) return work;
  const tokens = Number(usage.inputTokens + usage.outputTokens);
  const before = work.message.id === id ? work.message.tokens : 0;
  return { ...work, tokens: work.tokens - before + tokens, message: { id, tokens } };
}

interface ToolWork {
  readonly toolUseId: string;
  readonly work: Work;
}

/** What newer agents tell of their sub-agents by themselves; undefined for any other event. */
export function workAfterNotice(
  { kind }: Event,
  workOf: (toolUseId: string) => Work | undefined,
): ToolWork | undefined {
  if (kind.case !== "notice" || !/^system\/task_(progress|notification)$/.test(kind.value.word)) return undefined;
  const fields = parseJson(kind.value.fieldsJson);
  if (!isFields(fields) || typeof fields.tool_use_id !== "string" || !isFields(fields.usage)) return undefined;
  const work = workOf(fields.tool_use_id) ?? none;
  const { tool_uses: steps, total_tokens: tokens } = fields.usage;
  return {
    toolUseId: fields.tool_use_id,
    work: {
      ...work,
      steps: typeof steps === "number" ? Math.max(steps, work.steps) : work.steps,
      tokens: typeof tokens === "number" ? Math.max(tokens, work.tokens) : work.tokens,
      now: typeof fields.description === "string" ? fields.description : work.now,
    },
  };
}
