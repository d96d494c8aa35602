import { useEffect, useRef, useState } from "preact/hooks";
import { Delivery } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { imageTypes } from "../../../../src/api/prompt-content.ts";
import type { Composer } from "../../live/composer.ts";
import type { LiveSession } from "../../live/live-session.ts";
import { limitsInWords } from "../../model/composer/attachment.ts";
import { argumentHint } from "../../model/composer/completion.ts";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { Icon } from "../icon.tsx";
import { AttachmentList } from "./attachment-list.tsx";
import { ComposerField } from "./composer-field.tsx";
import { ContextUse } from "./context-use.tsx";
import { QueueList } from "./queue-list.tsx";
import { QueueWaitNote } from "./queue-wait.tsx";
import { readAttachment } from "./read-attachment.ts";

/** Where a person writes to the agent: what waits, what runs, what is written. */
export function ComposerView({ live }: { readonly live: LiveSession }) {
  const app = useApp();
  const composer = app.composers.of(live.id);
  const session = app.sessions.get(live.id);
  const isRunning = app.isRunning(live.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const isComposing = useRef(false);
  const [isDropping, drop] = useState(false);
  useEffect(() => void app.agentInfos.refresh(live.id), [live.id, session?.live, session?.turns]);

  const take = async (files: Iterable<File>): Promise<void> => {
    composer.trouble.value = "";
    for (const file of files) {
      const attachment = await readAttachment(file).catch((error: unknown) => {
        composer.trouble.value = messageOf(error);
      });
      if (attachment) composer.attach(attachment);
    }
    field.current?.focus();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComposing.current) finishWord(field.current, composer);
        void composer.send();
      }}
      onPaste={(event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        void take(files);
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        drop(true);
      }}
      onDragLeave={() => drop(false)}
      onDrop={(event) => {
        drop(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        void take(files);
      }}
    >
      {session?.waits !== undefined && <QueueWaitNote sessionId={live.id} waits={session.waits} />}
      <QueueList
        sessionId={live.id}
        queue={live.transcript.value.queue.value}
        composer={composer}
        isRunning={isRunning}
        focus={() => field.current?.focus()}
      />
      <div class="composer-box" data-dropping={isDropping}>
        <AttachmentList composer={composer} />
        <ComposerField
          sessionId={live.id}
          composer={composer}
          field={field}
          isComposing={isComposing}
          placeholder={isRunning ? "Write the next prompt" : "Write to the agent"}
          isRunning={isRunning}
          onEscape={() => app.interrupt(live.id).step()}
        />
        <div class="composer-tools">
          <ChooseFiles take={take} />
          <Hint sessionId={live.id} composer={composer} isDropping={isDropping} />
          <ContextUse live={live} />
          <SendButtons composer={composer} isRunning={isRunning} />
        </div>
      </div>
      <Trouble composer={composer} />
    </form>
  );
}

/** A tap on the button in the middle of a word of an input method. A field that loses the focus takes the word. */
function finishWord(field: HTMLTextAreaElement | null, composer: Composer): void {
  if (field === null) return;
  field.blur();
  composer.write(field.value);
  field.focus();
}

function ChooseFiles({ take }: { readonly take: (files: Iterable<File>) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  const label = "Add images or text files";
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={label}
        title={`${label}: ${limitsInWords}`}
        onClick={() => input.current?.click()}
      >
        <Icon name="plus" />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={[...imageTypes, "image/*", "text/*", ".md", ".json", ".ts", ".log"].join(",")}
        aria-label={label}
        onChange={({ currentTarget }) => {
          void take([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </>
  );
}

interface HintProps {
  readonly sessionId: string;
  readonly composer: Composer;
  readonly isDropping: boolean;
}

function Hint({ sessionId, composer, isDropping }: HintProps) {
  const { agentInfos } = useApp();
  const hint = argumentHint(agentInfos.of(sessionId).value?.commands ?? [], composer.text.value);
  if (isDropping) return <span class="composer-hint">{limitsInWords}</span>;
  if (hint !== "") return <span class="composer-hint">{hint}</span>;
  return <span class="composer-hint composer-keys">/ for commands, @ for files</span>;
}

function SendButtons({ composer, isRunning }: { readonly composer: Composer; readonly isRunning: boolean }) {
  const isSending = composer.sending.value.at === "sending";
  const isDead = isSending || composer.isEmpty;
  return (
    <>
      {isRunning && (
        <button
          type="button"
          class="quiet-button"
          aria-disabled={isDead}
          title="The agent reads it after the current step. It cannot be taken back. (Ctrl Enter)"
          onClick={() => void composer.send(Delivery.INJECT)}
        >
          Send now
        </button>
      )}
      <button type="submit" class="allow send-button" aria-disabled={isDead}>
        {isSending ? "Sending …" : isRunning ? "Queue" : "Send"}
      </button>
    </>
  );
}

function Trouble({ composer }: { readonly composer: Composer }) {
  const sending = composer.sending.value;
  const isLost = sending.at === "sending" && sending.isLost;
  const words = sending.at === "refused" ? `Not sent: ${sending.why}` : composer.trouble.value;
  return (
    <p class="outcome" role="status">
      {isLost ? "The daemon is not answering. This will be sent once, as soon as it does." : words}
    </p>
  );
}
