import { signal } from "@preact/signals";
import type { Rows, Shown, ToolRow, ToolState, ToolUse } from "./row.ts";

/** A tool use of which nothing but the name is known. */
export function newToolRow(shown: Shown, toolUseId: string, name: string): ToolRow {
  const use = signal<ToolUse>({
    state: "writing",
    inputText: "",
    input: undefined,
    ask: undefined,
    decision: undefined,
    result: [],
    startedMs: shown.timeMs,
    endedMs: undefined,
    work: undefined,
  });
  return { ...shown, kind: "tool", toolUseId, name, use, children: emptyRows() };
}

export function changeUse(row: ToolRow, changes: Partial<ToolUse>): void {
  row.use.value = { ...row.use.value, ...changes };
}

/** A result is the last word on a tool use, whatever is reported later. */
export function stateAfter(row: ToolRow, state: ToolState): ToolState {
  const now = row.use.value.state;
  return now === "done" || now === "failed" || now === "stopped" ? now : state;
}

export function emptyRows(): Rows {
  return { all: [], count: signal(0) };
}
