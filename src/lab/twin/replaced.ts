import type { Fault, LineActions } from "./fault.ts";
import type { LineInHand } from "./line-in-hand.ts";
import type { Shelf } from "./shelf.ts";

/** What a fault lets be written in the place of a line. Undefined: it does nothing to lines. */
export function replaced(line: LineInHand, fault: Fault, shelf: Shelf): readonly LineInHand[] | "itself" | undefined {
  if ("drop" in fault) return [];
  if ("reverse" in fault) return shelf.reverse(line, fault, fault.reverse);
  if ("holdUntil" in fault) {
    shelf.hold(line, fault.holdUntil);
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
    line: LineInHand,
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
