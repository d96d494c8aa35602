import { type Ask, AskWait } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { useApp } from "../app-context.ts";

/** How an ask waits that no agent waits for: in a word for lists, and in a sentence. */
const waits: { readonly [wait: number]: { readonly word: string; readonly says: string } } = {
  [AskWait.PARKED]: { word: "parked", says: "Parked: no agent runs. Your answer starts it again." },
  [AskWait.AGENT_GONE]: {
    word: "agent gone",
    says: "The agent is gone. Your answer is kept for the same call, and another agent is told.",
  },
};

/** Beside what a session does: that no agent waits for the answer. */
export function WaitMark({ sessionId }: { readonly sessionId: string }) {
  const { asks } = useApp();
  const found = asks.open.value.find((ask) => ask.sessionId === sessionId && ask.wait in waits);
  const wait = waits[found?.wait ?? AskWait.UNSPECIFIED];
  return wait === undefined ? null : (
    <span class="wait-mark" title={wait.says}>
      {wait.word}
    </span>
  );
}

/** What an answer does where no agent waits for it. */
export function WaitNote({ ask }: { readonly ask: Ask }) {
  const wait = waits[ask.wait];
  return wait === undefined ? null : <p class="wait-note">{wait.says}</p>;
}
