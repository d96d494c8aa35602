import { useRef, useState } from "preact/hooks";
import type { LiveSession } from "../../live/live-session.ts";
import { textOf } from "../../model/content.ts";
import { useApp } from "../app-context.ts";

/** Where a person writes to the agent, with what waits in the queue above. */
export function Composer({ live }: { readonly live: LiveSession }) {
  const { client } = useApp();
  const [trouble, tell] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const queue = live.transcript.value.queue.value;

  const send = async (): Promise<void> => {
    const text = field.current?.value.trim() ?? "";
    if (text === "" || field.current === null) return;
    field.current.value = "";
    tell("");
    try {
      await client.conversation.sendPrompt({ sessionId: live.id, prompt: { text } });
    } catch (error) {
      // Nothing that somebody wrote is lost.
      if (field.current.value === "") field.current.value = text;
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {queue.length > 0 && (
        <ul class="queue" aria-label="Waiting prompts">
          {queue.map(({ promptId, blocks }) => (
            <li key={promptId}>
              <span>{blocks.map(textOf).join(" ")}</span>
              <button
                type="button"
                class="quiet-button"
                onClick={() => void client.conversation.cancelPrompt({ sessionId: live.id, promptId })}
              >
                Take back
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="composer-row">
        <textarea
          ref={field}
          rows={1}
          placeholder="Write to the agent"
          aria-label="Write to the agent"
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            void send();
          }}
        />
        <button type="submit" class="allow">
          Send
        </button>
      </div>
      <p class="outcome" role="status">
        {trouble}
      </p>
    </form>
  );
}
