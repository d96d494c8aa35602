import type { DelayedLines } from "./delayed-lines.ts";
import type { Fault, LineActions } from "./fault.ts";
import type { OutgoingLine } from "./outgoing-line.ts";

/** What a fault lets be written in the place of a line. Undefined: it does nothing to lines. */
export function replaced(
  line: OutgoingLine,
  fault: Fault,
  delayed: DelayedLines,
): readonly OutgoingLine[] | "itself" | undefined {
  if ("drop" in fault) return [];
  if ("reverse" in fault) return delayed.reverse(line, fault, fault.reverse);
  if ("holdUntil" in fault) {
    delayed.hold(line, fault.holdUntil);
    return [];
  }
  for (const [action, change] of Object.entries(changes)) {
    if (!(action in fault)) continue;
    change(line, fault[action as keyof Fault] as never);
    return "itself";
  }
  return undefined;
}

type Changes = {
  readonly [A in Exclude<keyof LineActions, "drop" | "reverse" | "holdUntil">]: (
    line: OutgoingLine,
    value: LineActions[A],
  ) => void;
};

const changes: Changes = {
  split: (line, split) => line.split(split),
  hugeBytes: (line, bytes) => line.makeHuge(bytes),
  edit: (line, patch) => line.edit(patch),
  refuse: (line, refusal) => line.refuse(refusal),
  crlf: (line) => line.endInCrLf(),
  repeat: (line, repetition) => line.repeat(repetition),
};
