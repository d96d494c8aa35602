import { AskKind } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { textOf } from "../../model/content.ts";
import { fileChange, lineCounts } from "../../model/file-change.ts";
import type { ToolRow, ToolState, ToolUse, Work } from "../../model/row.ts";
import { todosOf } from "../../model/todos.ts";
import { toolSummary } from "../../model/tool-summary.ts";
import { Fold } from "../fold.tsx";
import { isSubAgent, useFolds } from "../session/folds.ts";
import { howDecided } from "../text/by-whom.ts";
import { count } from "../text/count.ts";
import { duration } from "../text/duration.ts";
import { visible } from "../text/visible.ts";
import { ContentBlock } from "./content-block.tsx";
import { LineCounts } from "./line-counts.tsx";
import { ToolInput } from "./tool-input.tsx";

const words: { readonly [S in ToolState]: string } = {
  writing: "writing …",
  running: "running …",
  asking: "waiting for you",
  done: "",
  failed: "failed",
  stopped: "stopped",
};

/** Of a change of a file, in the conversation. Where it is asked for, all of it is shown. */
const firstLines = 60;
/** Shorter ones are not worth a word. */
const worthTellingMs = 1000;

/** A tool use: one line, and all of it for who opens it. Changes of files are open from the start. */
export function ToolView({ row }: { readonly row: ToolRow }) {
  const folds = useFolds();
  const use = row.use.value;
  return (
    <Fold
      class="tool"
      state={use.state}
      keep={{ isOpen: folds.isUnfolded(row), set: (isOpen) => folds.set(row, isOpen) }}
      head={<ToolHead row={row} use={use} />}
    >
      {() => <ToolBody row={row} use={use} />}
    </Fold>
  );
}

function ToolHead({ row, use }: { readonly row: ToolRow; readonly use: ToolUse }) {
  const lastedMs = use.endedMs === undefined ? 0 : use.endedMs - use.startedMs;
  const state = words[use.state];
  return (
    <span class="tool-head">
      <span class="tool-line">
        <span class="tool-name">{toolName(row.name)}</span>
        <span class="tool-about">{visible(aboutOf(row.name, use))}</span>
        <ChangedLines name={row.name} use={use} />
        {lastedMs >= worthTellingMs && <span class="tool-time">{duration(lastedMs)}</span>}
        {state !== "" && <span class="tool-state">{state}</span>}
      </span>
      {use.work !== undefined && <WorkLine work={use.work} isRunning={use.endedMs === undefined} />}
      {use.state === "failed" && <span class="tool-failure">{visible(firstLine(use))}</span>}
    </span>
  );
}

/** What a sub-agent does now, how many steps it took, and what it used. */
function WorkLine({ work, isRunning }: { readonly work: Work; readonly isRunning: boolean }) {
  return (
    <span class="work">
      <span>
        {work.steps} {work.steps === 1 ? "step" : "steps"}
      </span>
      {work.tokens > 0 && <span>{count(work.tokens)} tokens</span>}
      {isRunning && work.now !== "" && <span class="work-now">now: {visible(work.now)}</span>}
    </span>
  );
}

function ChangedLines({ name, use }: { readonly name: string; readonly use: ToolUse }) {
  const change = use.input === undefined ? undefined : fileChange(name, use.input);
  if (change === undefined) return null;
  return <LineCounts {...lineCounts(change)} />;
}

function ToolBody({ row, use }: { readonly row: ToolRow; readonly use: ToolUse }) {
  // What a sub-agent did stands below, in rows of its own, and its answer behind them.
  const hasRows = row.children.count.value > 0;
  return (
    <div class="tool-body">
      {use.input !== undefined && <ToolInput name={row.name} input={use.input} firstLines={firstLines} />}
      <DecisionLine row={row} use={use} />
      {!hasRows &&
        use.result.map((block) => (
          <ContentBlock
            block={block}
            tone={use.state === "failed" ? "failed" : undefined}
            isProse={isSubAgent(row) && use.state !== "failed"}
          />
        ))}
    </div>
  );
}

function DecisionLine({ row, use: { decision } }: { readonly row: ToolRow; readonly use: ToolUse }) {
  if (decision === undefined) return null;
  const { state, by, timeMs } = decision;
  const kind = row.name === "AskUserQuestion" ? AskKind.QUESTION : AskKind.PERMISSION;
  return (
    <>
      <p class="decision">
        {howDecided({ kind, state, decidedBy: by, decidedMs: BigInt(timeMs) })}
        {decision.reason !== "" && `: ${visible(decision.reason)}`}
        {decision.edited !== undefined && ", with edited input:"}
      </p>
      {decision.edited !== undefined && <ToolInput name={row.name} input={decision.edited} />}
    </>
  );
}

function aboutOf(name: string, { input }: ToolUse): string {
  const todos = name === "TodoWrite" && input !== undefined ? todosOf(input) : undefined;
  if (todos === undefined) return toolSummary(input);
  const done = todos.filter(({ status }) => status === "done").length;
  const now = todos.find(({ status }) => status === "now");
  return `${done} of ${todos.length} done${now === undefined ? "" : `, now: ${now.text}`}`;
}

/** Tools of MCP servers by their server and their own name. */
function toolName(name: string): string {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return visible(tool === undefined ? name : `${server}: ${tool}`);
}

function firstLine({ result }: ToolUse): string {
  const text = result
    .map(textOf)
    .join("\n")
    .replace(/<\/?tool_use_error>/g, "")
    .trim();
  return text.split("\n", 1)[0]?.slice(0, 200) ?? "";
}
