import { AskState } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { textOf } from "../../model/content.ts";
import type { Block, ToolRow, ToolState, ToolUse } from "../../model/row.ts";
import { toolSummary } from "../../model/tool-summary.ts";
import { RowView } from "../session/row-view.tsx";
import { ToolInput } from "./tool-input.tsx";

const words: { readonly [S in ToolState]: string } = {
  writing: "writing …",
  running: "running …",
  asking: "waits for you",
  done: "",
  failed: "failed",
  stopped: "stopped",
};

/** A tool use: one line, and all of it for who opens it. Changes of files are open from the start. */
export function ToolView({ row }: { readonly row: ToolRow }) {
  const use = row.use.value;
  return (
    <details class="tool" data-state={use.state} open={isEdit(row.name)}>
      <summary>
        <span class="tool-name">{row.name}</span>
        <span class="tool-about">{toolSummary(row.name, use.input)}</span>
        <span class="tool-state">{words[use.state]}</span>
      </summary>
      <div class="tool-body">
        {use.input !== undefined && <ToolInput name={row.name} input={use.input} />}
        <DecisionLine use={use} />
        {row.children.count.value > 0 && (
          <div class="children">
            {row.children.all.map((child) => (
              <RowView key={`${child.kind} ${child.seq}`} row={child} />
            ))}
          </div>
        )}
        {use.result.map((block) => (
          <ResultBlock block={block} isError={use.state === "failed"} />
        ))}
      </div>
    </details>
  );
}

function DecisionLine({ use: { decision } }: { readonly use: ToolUse }) {
  if (decision === undefined) return null;
  const word = AskState[decision.state]?.toLowerCase() ?? "decided";
  return (
    <p class="decision">
      {word} by {decision.by}
      {decision.reason !== "" && `: ${decision.reason}`}
    </p>
  );
}

function ResultBlock({ block, isError }: { readonly block: Block; readonly isError: boolean }) {
  return (
    <pre class="output" data-tone={isError ? "failed" : undefined}>
      {block.type === "text" ? textOf(block) : `[${block.type}]`}
    </pre>
  );
}

function isEdit(name: string): boolean {
  return ["Edit", "MultiEdit", "Write", "NotebookEdit"].includes(name);
}
