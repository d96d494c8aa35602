/** A rule in a list that somebody changes to see what would come of it. */
export interface RuleLine {
  /** Of this line alone. */
  readonly id: number;
  readonly effect: Effect;
  readonly text: string;
  /** `own`: the daemon has it. */
  readonly state: "own" | "removed" | "added";
}

export type Effect = "allow" | "ask" | "deny";

export type RuleLineChange =
  | { readonly type: "add" }
  | { readonly type: "edit"; readonly id: number; readonly effect?: Effect; readonly text?: string }
  /** A line that was added goes; one of the daemon's own is struck out, and back. */
  | { readonly type: "toggle"; readonly id: number };

export function changeLines(lines: readonly RuleLine[], change: RuleLineChange): readonly RuleLine[] {
  switch (change.type) {
    case "add": {
      const id = Math.max(0, ...lines.map((line) => line.id)) + 1;
      return [...lines, { id, effect: "allow", text: "", state: "added" }];
    }
    case "edit": {
      const { effect, text } = change;
      return lines.map((line) =>
        line.id === change.id && line.state === "added"
          ? { ...line, effect: effect ?? line.effect, text: text ?? line.text }
          : line,
      );
    }
    case "toggle":
      return lines.flatMap((line) => {
        if (line.id !== change.id) return [line];
        return line.state === "added" ? [] : [{ ...line, state: line.state === "own" ? "removed" : "own" }];
      });
  }
}

/** What is different from the rules in force; lines in which nothing is written yet are not. */
export function changesOf(lines: readonly RuleLine[]): {
  readonly added: readonly RuleLine[];
  readonly removed: readonly RuleLine[];
} {
  return {
    added: lines.filter(({ state, text }) => state === "added" && text.trim() !== ""),
    removed: lines.filter(({ state }) => state === "removed"),
  };
}
