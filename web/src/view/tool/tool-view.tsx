import { AskState } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import type { ToolRow, ToolState } from "../../model/row.ts";
import { toolSummary } from "../../model/tool-summary.ts";
import { Fold } from "../fold.tsx";
import { RowView } from "../session/row-view.tsx";
import { byWhom } from "../text/by-whom.ts";
import { visible } from "../text/visible.ts";
import { ContentBlock } from "./content-block.tsx";
import { ToolInput } from "./tool-input.tsx";

const words: { readonly [S in ToolState]: string } = {
  writing: "writing …",
  running: "running …",
  asking: "waits for you",
  done: "",
  failed: "failed",
  stopped: "stopped",
};

/** A tool use: one line, and all of it for who opens it. Changes of files and lists of todos are open from the start. */
export function ToolView({ row }: { readonly row: ToolRow }) {
  const use = row.use.value;
  const head = (
    <>
      <span class="tool-name">{row.name}</span>
      <span class="tool-about">{toolSummary(use.input)}</span>
      <span class="tool-state">{words[use.state]}</span>
    </>
  );
  return (
    <Fold class="tool" state={use.state} isOpenFirst={isOpenFirst(row.name)} head={head}>
      {() => <ToolBody row={row} />}
    </Fold>
  );
}

function ToolBody({ row }: { readonly row: ToolRow }) {
  const use = row.use.value;
  return (
    <div class="tool-body">
      {use.input !== undefined && <ToolInput name={row.name} input={use.input} />}
      <DecisionLine row={row} />
      {row.children.count.value > 0 && (
        <div class="children">
          {row.children.all.map((child) => (
            <RowView key={`${child.kind} ${child.seq}`} row={child} />
          ))}
        </div>
      )}
      {use.result.map((block) => (
        <ContentBlock block={block} tone={use.state === "failed" ? "failed" : undefined} />
      ))}
    </div>
  );
}

function DecisionLine({ row }: { readonly row: ToolRow }) {
  const { decision } = row.use.value;
  if (decision === undefined) return null;
  const word = AskState[decision.state]?.toLowerCase() ?? "decided";
  return (
    <>
      <p class="decision">
        {word} {byWhom(decision.by)}
        {decision.reason !== "" && `: ${visible(decision.reason)}`}
        {decision.edited !== undefined && ", with another input than the agent's:"}
      </p>
      {decision.edited !== undefined && <ToolInput name={row.name} input={decision.edited} />}
    </>
  );
}

function isOpenFirst(name: string): boolean {
  return ["Edit", "MultiEdit", "Write", "NotebookEdit", "TodoWrite"].includes(name);
}
