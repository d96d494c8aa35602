import { useState } from "preact/hooks";
import { isFields, textOf } from "../../model/content.ts";
import { imageSize, isTooLarge } from "../../model/image-size.ts";
import type { Block } from "../../model/row.ts";
import { StaticMarkdown } from "../markdown/markdown.tsx";
import { plainOutput } from "../text/plain-output.ts";
import { visible } from "../text/visible.ts";

/** So much of a text is shown at first, and so many times as much with each further look. All of it is there to be copied and found. */
const firstShown = 10_000;
const moreTimes = 10;

interface Props {
  readonly block: Block;
  readonly tone?: string | undefined;
  /** Markdown: what a sub-agent answers. */
  readonly isProse?: boolean;
  /** Words of a person: no terminal wrote them. */
  readonly isPlain?: boolean;
}

/** A block of what a tool gave back, or of a prompt. */
export function ContentBlock({ block, tone, isProse = false, isPlain = false }: Props) {
  if (block.type === "image") return <Picture block={block} />;
  if (block.type !== "text") return <LongText class="output" text={JSON.stringify(block, undefined, 2)} />;
  if (isProse) return <StaticMarkdown text={textOf(block)} />;
  return isPlain ? (
    <LongText class="prompt-text" text={visible(textOf(block))} />
  ) : (
    <LongText class="output" text={plainOutput(textOf(block))} tone={tone} />
  );
}

function LongText({
  class: className,
  text,
  tone,
}: {
  readonly class: string;
  readonly text: string;
  readonly tone?: string | undefined;
}) {
  const [shown, show] = useState(firstShown);
  if (text === "") return null;
  return (
    <>
      <pre class={className} data-tone={tone}>
        {text.slice(0, shown)}
      </pre>
      {text.length > shown && (
        <button type="button" class="text-button" onClick={() => show(shown * moreTimes)}>
          Show more ({(text.length - shown).toLocaleString("en")} characters left)
        </button>
      )}
    </>
  );
}

function Picture({ block }: { readonly block: Block }) {
  const { source } = block;
  if (!isFields(source) || source.type !== "base64" || typeof source.data !== "string")
    return <p class="quiet">[image]</p>;
  const type = String(source.media_type);
  // No SVG: it is a document, and not a picture.
  if (!/^image\/(png|jpeg|gif|webp)$/.test(type)) return <p class="quiet">[{type}: not shown]</p>;
  const data = source.data.replace(/[^A-Za-z0-9+/=]/g, "");
  const size = imageSize(data);
  // A small file can be a picture that fills the memory.
  if (size === undefined) return <p class="quiet">[{type}: not an image]</p>;
  const facts = `${size.width} × ${size.height} pixels`;
  if (isTooLarge(size))
    return (
      <p class="quiet">
        [{type} of {facts}: too large to show]
      </p>
    );
  return (
    <img
      class="picture"
      alt={`Image, ${facts}`}
      // Known before it is drawn: nothing moves when it is.
      width={size.width}
      height={size.height}
      decoding="async"
      loading="lazy"
      src={`data:${type};base64,${data}`}
    />
  );
}
