import { fileIn } from "../../../../src/api/prompt-content.ts";
import { textOf } from "../../model/content.ts";
import type { Block, NoteRow, PromptRow, Row, TextRow, TurnEndRow } from "../../model/row.ts";
import { Fold } from "../fold.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { minute } from "../text/clock.ts";
import { cost } from "../text/cost.ts";
import { duration } from "../text/duration.ts";
import { outcomeWords } from "../text/outcome-words.ts";
import { visible } from "../text/visible.ts";
import { ContentBlock } from "../tool/content-block.tsx";
import { ToolView } from "../tool/tool-view.tsx";
import { useFolds } from "./folds.ts";

export function RowView({ row }: { readonly row: Row }) {
  switch (row.kind) {
    case "prompt":
      return <PromptView row={row} />;
    case "text":
      return <Markdown text={row.text} isOpen={row.endedMs.value === undefined} />;
    case "thinking":
      return <ThinkingView row={row} />;
    case "tool":
      return <ToolView row={row} />;
    case "turn_end":
      return <TurnEndView row={row} />;
    case "note":
      return <NoteView row={row} />;
  }
}

function PromptView({ row }: { readonly row: PromptRow }) {
  return (
    <div class="prompt">
      <p class="label prompt-facts">
        <span title={row.sender}>{row.isInjected ? "Sent during the turn" : "You"}</span>
        <time>{minute(row.timeMs)}</time>
      </p>
      {row.blocks.map((block) => (
        <PromptBlock block={block} />
      ))}
    </div>
  );
}

function PromptBlock({ block }: { readonly block: Block }) {
  if (block.type !== "text") return <ContentBlock block={block} />;
  const text = textOf(block);
  const file = fileIn(text);
  if (file !== undefined)
    return (
      <Fold class="script" head={<span>{visible(file.name)}</span>}>
        {() => <ContentBlock block={{ type: "text", text: file.text }} />}
      </Fold>
    );
  if (!text.startsWith("SCRIPT:")) return <ContentBlock block={block} isPlain />;
  return (
    <Fold class="script" head="Script for the scripted model">
      {() => <pre>{text.slice("SCRIPT:".length)}</pre>}
    </Fold>
  );
}

function ThinkingView({ row }: { readonly row: TextRow }) {
  const folds = useFolds();
  const endedMs = row.endedMs.value;
  const lastedMs = (endedMs ?? 0) - row.timeMs;
  const head = endedMs === undefined ? "Thinking …" : lastedMs < 1000 ? "Thought" : `Thought for ${duration(lastedMs)}`;
  return (
    <Fold
      class="thinking"
      head={<span>{head}</span>}
      keep={{ isOpen: folds.isUnfolded(row), set: (isOpen) => folds.set(row, isOpen) }}
    >
      {() => <Markdown text={row.text} isOpen={endedMs === undefined} />}
    </Fold>
  );
}

function TurnEndView({ row }: { readonly row: TurnEndRow }) {
  const words = outcomeWords(row.outcome);
  return (
    <div class="turn-end" data-tone={words.tone}>
      <p>
        {words.text !== "" && <strong>{words.text}</strong>}
        <span>{duration(row.durationMs)}</span>
        {row.costUsd.value !== undefined && <span>{cost(row.costUsd.value)}</span>}
        <time>{minute(row.timeMs)}</time>
      </p>
      {row.errors.map((error) => (
        <p class="turn-error">{error}</p>
      ))}
      {words.next !== "" && <p>{words.next}</p>}
    </div>
  );
}

function NoteView({ row }: { readonly row: NoteRow }) {
  const folds = useFolds();
  return row.details === "" ? (
    <p class="note" data-tone={row.tone}>
      {row.text.value}
    </p>
  ) : (
    <Fold
      class="note"
      tone={row.tone}
      head={<span>{row.text.value}</span>}
      keep={{ isOpen: folds.isUnfolded(row), set: (isOpen) => folds.set(row, isOpen) }}
    >
      {() => <pre>{row.details}</pre>}
    </Fold>
  );
}
