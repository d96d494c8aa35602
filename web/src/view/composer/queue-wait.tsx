import { useState } from "preact/hooks";
import { type QueueWait, QueueWaitCause } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { moment } from "../text/clock.ts";
import "../../style/queue-wait.css";

interface QueueWaitProps {
  readonly sessionId: string;
  readonly waits: QueueWait;
}

/** Why what is written is not sent, until when, and what a person can do about it. */
export function QueueWaitNote({ sessionId, waits }: QueueWaitProps) {
  const app = useApp();
  const [problem, setProblem] = useState("");
  const untilMs = Number(waits.untilMs);
  const retry = (): void => {
    setProblem("");
    app.client.sessions.retrySession({ sessionId }).catch((error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <div class="queue-wait" role="status">
      <p>
        {words[waits.cause] ?? waits.reason}
        {untilMs > 0 && (
          <>
            {" "}
            Until <time dateTime={new Date(untilMs).toISOString()}>{moment(untilMs)}</time>.
          </>
        )}
        {problem !== "" && ` ${problem}`}
      </p>
      {waits.cause !== QueueWaitCause.BUDGET && app.may("prompt") && (
        <button type="button" class="quiet-button" onClick={retry}>
          Try again now
        </button>
      )}
    </div>
  );
}

/** Others have a reason of their own. */
const words: { readonly [cause: number]: string } = {
  [QueueWaitCause.LIMIT]: "A limit of the model's provider is reached.",
  [QueueWaitCause.LOGIN]:
    "The agent is not logged in, or its login is no longer good. Log in (for Claude Code: run claude and type /login), then try again.",
};
