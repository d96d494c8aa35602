import { type Fields, objects, text } from "../../../wire/fields.ts";
import { blocksOf, type ContentBlock } from "../content-block.ts";
import type { ModelMessage, ModelRequest } from "../provider.ts";

/** A request in the form of the Chat Completions API. `limit` is the key for the most tokens of output: endpoints differ. */
export function chatRequest(request: ModelRequest, limit: "max_tokens" | "max_completion_tokens"): Fields {
  const { model, system, messages, tools, maxTokens, effort } = request;
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    [limit]: maxTokens,
    // These APIs know three levels; only who asks for one has a model that takes it.
    ...(effort !== undefined && { reasoning_effort: effort === "xhigh" || effort === "max" ? "high" : effort }),
    messages: [...(system === "" ? [] : [{ role: "system", content: system }]), ...messages.flatMap(chatMessages)],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, input_schema }) => ({
        type: "function",
        function: { name, description, parameters: input_schema },
      })),
    }),
  };
}

function chatMessages({ role, content }: ModelMessage): Fields[] {
  const blocks = blocksOf(content);
  return role === "assistant" ? assistantMessages(blocks) : userMessages(blocks);
}

/** Thoughts are not sent back: no endpoint takes them. */
function assistantMessages(blocks: readonly ContentBlock[]): Fields[] {
  const said = blocks.flatMap((block) => (block.type === "text" ? [text(block.text) ?? ""] : [])).join("");
  const tool_calls = blocks.flatMap((block) =>
    block.type === "tool_use"
      ? [
          {
            id: block.id,
            type: "function",
            function: { name: block.name, arguments: JSON.stringify(block.input ?? {}) },
          },
        ]
      : [],
  );
  if (said === "" && tool_calls.length === 0) return [];
  const content = said === "" ? null : said;
  return [{ role: "assistant", content, ...(tool_calls.length > 0 && { tool_calls }) }];
}

/** Results have to follow their calls directly; pictures they hold come after all of them, since a result is text only. */
function userMessages(blocks: readonly ContentBlock[]): Fields[] {
  const results = blocks.filter(({ type }) => type === "tool_result");
  const pictures = results.flatMap(({ content }) => objects(content).filter(({ type }) => type === "image"));
  const others = blocks.filter(({ type }) => type !== "tool_result");
  const parts = [...pictures, ...others].map(part).filter((found) => found.type !== "text" || found.text !== "");
  const isText = parts.every(({ type }) => type === "text");
  const content = isText ? parts.map((found) => found.text).join("\n") : parts;
  return [...results.map(toolMessage), ...(parts.length > 0 ? [{ role: "user", content }] : [])];
}

function toolMessage({ tool_use_id, content, is_error }: ContentBlock): Fields {
  const found =
    text(content) ??
    objects(content)
      .map(part)
      .map((each) => text(each.text) ?? "[an image, below]")
      .join("\n");
  const isMarked = is_error !== true || /^error/i.test(found);
  return { role: "tool", tool_call_id: tool_use_id, content: isMarked ? found : `Error: ${found}` };
}

function part(block: ContentBlock): Fields {
  if (block.type === "text") return { type: "text", text: text(block.text) ?? "" };
  const url = block.type === "image" ? urlOf(block) : undefined;
  if (url !== undefined) return { type: "image_url", image_url: { url } };
  return { type: "text", text: `[a block of type ${String(block.type)} that cannot be sent to this model]` };
}

function urlOf(block: ContentBlock): string | undefined {
  const [source] = objects([block.source]);
  if (source?.type === "base64") return `data:${String(source.media_type)};base64,${String(source.data)}`;
  return text(source?.url);
}
