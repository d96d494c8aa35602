import { useState } from "preact/hooks";
import type { Composer } from "../../live/composer.ts";
import { draftOf } from "../../model/composer/attachment.ts";
import { messageOf } from "../../model/message-of.ts";
import type { QueuedPrompt } from "../../model/transcript.ts";
import { useApp } from "../app-context.ts";
import { Icon } from "../icon.tsx";

interface QueueListProps {
  readonly sessionId: string;
  readonly queue: readonly QueuedPrompt[];
  readonly composer: Composer;
  readonly isRunning: boolean;
  readonly focus: () => void;
}

/** What waits until the turn is over, in the order in which it is sent. */
export function QueueList({ sessionId, queue, composer, isRunning, focus }: QueueListProps) {
  const { client } = useApp();
  const [problem, setProblem] = useState("");
  const takeBack = async (prompt: QueuedPrompt, isEdited: boolean): Promise<void> => {
    setProblem("");
    try {
      await client.conversation.cancelPrompt({ sessionId, promptId: prompt.promptId });
    } catch (error) {
      return setProblem(messageOf(error));
    }
    if (!isEdited) return;
    const { text, attachments } = draftOf(prompt.blocks);
    composer.putBack(text, attachments);
    focus();
  };
  return (
    <>
      {queue.length > 0 && (
        <p class="label queue-head">
          {isRunning ? "Next, when the turn ends or is interrupted" : "Next, when the agent is ready"}
        </p>
      )}
      {queue.length > 0 && (
        <ol class="queue" aria-label="Queued prompts">
          {queue.map((prompt, at) => (
            <li key={prompt.promptId}>
              <span class="label">{at + 1}</span>
              <span class="queued-text">{wordsOf(prompt)}</span>
              <button
                type="button"
                class="quiet-button"
                // What is on its way keeps the field.
                disabled={composer.sending.value.at === "sending"}
                onClick={() => void takeBack(prompt, true)}
              >
                Edit
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={`Remove queued prompt ${at + 1}`}
                title="Remove from the queue"
                onClick={() => void takeBack(prompt, false)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ol>
      )}
      <p class="outcome" role="status">
        {problem}
      </p>
    </>
  );
}

function wordsOf({ blocks }: QueuedPrompt): string {
  const { text, attachments } = draftOf(blocks);
  const files = attachments.length === 0 ? "" : ` (${attachments.map(({ name }) => name).join(", ")})`;
  return `${text.slice(0, 500)}${files}`;
}
