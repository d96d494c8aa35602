import { isFields, textOf } from "../../model/content.ts";
import type { Block } from "../../model/row.ts";
import { plainOutput } from "../text/plain-output.ts";

/** Longer output is cut on the screen, with a word; all of it is there to be copied and found. */
const maxShown = 20_000;

/** A block of what a tool gave back, or of a prompt, that is no Markdown. */
export function ContentBlock({ block, tone }: { readonly block: Block; readonly tone?: string | undefined }) {
  if (block.type === "image") return <Picture block={block} />;
  if (block.type !== "text") return <pre class="output">{JSON.stringify(block, undefined, 2).slice(0, maxShown)}</pre>;
  const text = plainOutput(textOf(block));
  return (
    <pre class="output" data-tone={tone}>
      {text.slice(0, maxShown)}
      {text.length > maxShown && <span class="quiet">{`\n… ${text.length - maxShown} more characters`}</span>}
    </pre>
  );
}

function Picture({ block }: { readonly block: Block }) {
  const { source } = block;
  if (!isFields(source) || source.type !== "base64" || typeof source.data !== "string")
    return <p class="quiet">[image]</p>;
  const type = String(source.media_type);
  // No SVG: it is a document, and not a picture.
  if (!/^image\/(png|jpeg|gif|webp)$/.test(type)) return <p class="quiet">[{type}]</p>;
  return <img class="picture" alt="" src={`data:${type};base64,${source.data.replace(/[^A-Za-z0-9+/=]/g, "")}`} />;
}
