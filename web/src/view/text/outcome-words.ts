import { TurnOutcome } from "../../../../src/api/gen/bridle/v1/event_pb.js";

interface OutcomeWords {
  readonly tone: "plain" | "warning" | "failed";
  readonly text: string;
  /** What a person can do about it. */
  readonly next: string;
}

const words: { readonly [O in TurnOutcome]: OutcomeWords } = {
  [TurnOutcome.UNSPECIFIED]: { tone: "plain", text: "Ended", next: "" },
  [TurnOutcome.SUCCESS]: { tone: "plain", text: "", next: "" },
  [TurnOutcome.INTERRUPTED]: { tone: "warning", text: "Interrupted", next: "" },
  [TurnOutcome.MAX_TURNS]: {
    tone: "warning",
    text: "Stopped: it reached the limit of steps in one turn",
    next: "Write “continue” to let it go on.",
  },
  [TurnOutcome.BUDGET]: { tone: "warning", text: "Stopped: its budget is used up", next: "" },
  [TurnOutcome.API_ERROR]: {
    tone: "failed",
    text: "The model's API failed",
    next: "Send the prompt again to retry.",
  },
  [TurnOutcome.CANCELLED]: { tone: "plain", text: "Cancelled before it began", next: "" },
  [TurnOutcome.ERROR]: { tone: "failed", text: "Failed", next: "" },
  [TurnOutcome.LOST]: {
    tone: "failed",
    text: "The agent ended in the middle of the turn",
    next: "The prompt is not sent again automatically: check what is already done, and send it again if you want.",
  },
  [TurnOutcome.TIMEOUT]: { tone: "warning", text: "Stopped: it ran out of time", next: "" },
  [TurnOutcome.WAITS]: {
    tone: "warning",
    text: "Stopped by the model's provider",
    next: "It goes on when the limit is over, or after a login: the session says which.",
  },
  [TurnOutcome.NOT_FOUND]: {
    tone: "failed",
    text: "The agent no longer has this conversation",
    next: "The next prompt begins a new one.",
  },
  [TurnOutcome.DEFERRED]: {
    tone: "plain",
    text: "Paused until its tool call is decided",
    next: "The agent goes on when somebody answers.",
  },
};

/** How a turn ended, in plain words; nothing is said where all is well. */
export function outcomeWords(outcome: TurnOutcome): OutcomeWords {
  return words[outcome] ?? words[TurnOutcome.UNSPECIFIED];
}
