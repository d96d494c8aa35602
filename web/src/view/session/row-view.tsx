import { TurnOutcome } from "../../../../src/api/gen/bridle/v1/event_pb.js";
import { textOf } from "../../model/content.ts";
import type { Block, NoteRow, PromptRow, Row, TextRow, TurnEndRow } from "../../model/row.ts";
import { Fold } from "../fold.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { cost } from "../text/cost.ts";
import { duration } from "../text/duration.ts";
import { ContentBlock } from "../tool/content-block.tsx";
import { ToolView } from "../tool/tool-view.tsx";

export function RowView({ row }: { readonly row: Row }) {
  switch (row.kind) {
    case "prompt":
      return <PromptView row={row} />;
    case "text":
      return <Markdown text={row.text} isOpen={row.isOpen} />;
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
      {row.isInjected && <span class="label">said during the turn</span>}
      {row.blocks.map((block) => (
        <PromptBlock block={block} />
      ))}
    </div>
  );
}

function PromptBlock({ block }: { readonly block: Block }) {
  if (block.type !== "text") return <ContentBlock block={block} />;
  const text = textOf(block);
  if (!text.startsWith("SCRIPT:")) return <p>{text}</p>;
  return (
    <Fold class="script" head="Script for the scripted model">
      {() => <pre>{text.slice("SCRIPT:".length)}</pre>}
    </Fold>
  );
}

function ThinkingView({ row }: { readonly row: TextRow }) {
  return (
    <Fold class="thinking" head={row.isOpen.value ? "Thinking …" : "Thought"}>
      {() => <Markdown text={row.text} isOpen={row.isOpen} />}
    </Fold>
  );
}

function TurnEndView({ row }: { readonly row: TurnEndRow }) {
  const isFine = row.outcome === TurnOutcome.SUCCESS;
  const word = (TurnOutcome[row.outcome] ?? "unknown").toLowerCase().replaceAll("_", " ");
  return (
    <div class="turn-end" data-tone={isFine ? "plain" : "failed"}>
      <span>
        {!isFine && `${word} · `}
        {duration(row.durationMs)}
        {row.costUsd.value !== undefined && ` · ${cost(row.costUsd.value)}`}
      </span>
      {row.errors.map((error) => (
        <p>{error}</p>
      ))}
    </div>
  );
}

function NoteView({ row }: { readonly row: NoteRow }) {
  return row.details === "" ? (
    <p class="note" data-tone={row.tone}>
      {row.text}
    </p>
  ) : (
    <Fold class="note" tone={row.tone} head={row.text}>
      {() => <pre>{row.details}</pre>}
    </Fold>
  );
}
