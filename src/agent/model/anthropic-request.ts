import type { MessageCreateParamsStreaming } from "@anthropic-ai/sdk/resources/messages";
import type { Fields } from "../../wire/fields.ts";
import { blocksOf, type ContentBlock } from "./content-block.ts";
import { factsOf } from "./model-facts.ts";
import type { ModelMessage, ModelRequest } from "./provider.ts";

const cached = { cache_control: { type: "ephemeral" } };
const leastThinkingTokens = 1_024;

/** As the Messages API wants it; what did not change since the last request is taken from its cache. */
export function anthropicRequest(request: ModelRequest): MessageCreateParamsStreaming {
  const { model, system, tools, maxTokens, sessionId } = request;
  const params: Fields = {
    model,
    max_tokens: maxTokens,
    stream: true,
    messages: withCacheMark(request.messages.map(sendable).filter(({ content }) => content.length > 0)),
    metadata: { user_id: sessionId },
    ...(system !== "" && { system: [{ type: "text", text: system, ...cached }] }),
    ...(tools.length > 0 && { tools }),
    ...thinking(request),
    ...effortOf(request),
  };
  return params as unknown as MessageCreateParamsStreaming;
}

function thinking({ model, thinkingTokens, maxTokens }: ModelRequest): Fields {
  if (thinkingTokens === undefined) return {};
  const { thinking: kind } = factsOf(model);
  // What nobody knows may still be told a budget by somebody who does.
  if (kind === "none" && (thinkingTokens === 0 || thinkingTokens === Number.POSITIVE_INFINITY)) return {};
  if (thinkingTokens === 0 && kind !== "always") return { thinking: { type: "disabled" } };
  // Shown as a summary: some models would else think in silence.
  if (kind === "adaptive" || kind === "always") return { thinking: { type: "adaptive", display: "summarized" } };
  const budget = Math.min(Math.max(thinkingTokens, leastThinkingTokens), maxTokens - 1);
  return budget < leastThinkingTokens ? {} : { thinking: { type: "enabled", budget_tokens: budget } };
}

function effortOf({ model, effort }: ModelRequest): Fields {
  const usual = factsOf(model).effort;
  return usual === undefined ? {} : { output_config: { effort: effort ?? usual } };
}

interface SentMessage extends ModelMessage {
  readonly content: readonly ContentBlock[];
}

/**
 * Without blocks that the API refuses: blank texts, thoughts of another
 * provider, and thoughts that nothing follows, of an answer that broke off.
 */
function sendable({ role, content }: ModelMessage): SentMessage {
  const kept = blocksOf(content).filter(({ type, text, signature }) => {
    if (type === "text") return typeof text !== "string" || text.trim() !== "";
    return type !== "thinking" || Boolean(signature);
  });
  const end = kept.findLastIndex(({ type }) => type !== "thinking" && type !== "redacted_thinking");
  return { role, content: kept.slice(0, end + 1) };
}

function withCacheMark(messages: readonly SentMessage[]): readonly SentMessage[] {
  const last = messages.at(-1);
  const block = last?.content.at(-1);
  if (
    last === undefined ||
    block === undefined ||
    !["text", "image", "tool_use", "tool_result"].includes(String(block.type))
  ) {
    return messages.map((message) => ({ ...message }));
  }
  return [...messages.slice(0, -1), { ...last, content: [...last.content.slice(0, -1), { ...block, ...cached }] }];
}
