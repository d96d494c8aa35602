import { type Signal, signal } from "@preact/signals";
import { Delivery } from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { type Attachment, promptContent } from "../../../src/api/prompt-content.ts";
import { callId } from "../../../src/api/service-client.ts";
import { isBridleError } from "../../../src/errors.ts";
import { refusal } from "../model/composer/attachment.ts";
import type { ComposerStore, PendingSend } from "../model/composer/composer-store.ts";
import { PromptHistory } from "../model/composer/history.ts";
import { messageOf } from "../model/message-of.ts";

/** What becomes of the prompt that was sent last. */
type Sending =
  | { readonly at: "writing" }
  /** Until the daemon has accepted it. `isLost`: it does not answer, and is asked again under the same call id. */
  | { readonly at: "sending"; readonly isLost: boolean }
  /** The daemon refused it: it was not sent. */
  | { readonly at: "refused"; readonly why: string };

export interface SendRequest {
  readonly callId: string;
  readonly contentJson: string;
  readonly delivery: Delivery;
}

interface ComposerParts {
  readonly store: ComposerStore;
  /** Resolves when the daemon has it for good. Rejects with `no_daemon` when nobody answers. */
  readonly send: (request: SendRequest) => Promise<void>;
  /** Resolves when it is worth asking again. */
  readonly reachable: () => Promise<void>;
}

const mayBeSent =
  "The page was left while this was on its way, and its files could not be kept: see above whether it has arrived.";

/** What somebody writes to one session, until the daemon has it: once, whatever happens in between. */
export class Composer {
  readonly text: Signal<string>;
  readonly attachments: Signal<readonly Attachment[]>;
  readonly sending = signal<Sending>({ at: "writing" });
  /** What there is to say of attachments. */
  readonly trouble = signal("");
  readonly history: PromptHistory;
  readonly #parts: ComposerParts;

  constructor(parts: ComposerParts) {
    this.#parts = parts;
    const { text, attachments, sending } = parts.store.readDraft();
    this.text = signal(text);
    this.attachments = signal(attachments);
    this.history = new PromptHistory(parts.store.readHistory());
    // The page was left before the answer came.
    if (sending?.isWhole) void this.#send(sending);
    else if (sending !== undefined) this.#refused(new Error(mayBeSent));
  }

  get isEmpty(): boolean {
    return this.text.value.trim() === "" && this.attachments.value.length === 0;
  }

  write(text: string): void {
    if (this.sending.value.at === "sending") return;
    this.text.value = text;
    this.#parts.store.writeText(text);
  }

  attach(attachment: Attachment): void {
    if (this.sending.value.at === "sending") return;
    const why = refusal(attachment, this.attachments.value);
    if (why !== undefined) this.trouble.value = why;
    else this.#setAttachments([...this.attachments.value, attachment]);
  }

  remove(attachment: Attachment): void {
    if (this.sending.value.at === "sending") return;
    this.trouble.value = "";
    this.#setAttachments(this.attachments.value.filter((one) => one !== attachment));
  }

  /** Behind what stands there. */
  putBack(text: string, attachments: readonly Attachment[]): void {
    this.write([this.text.value, text].filter((part) => part !== "").join("\n\n"));
    for (const attachment of attachments) this.attach(attachment);
  }

  /** Does nothing while there is nothing to send, or something is on its way. */
  async send(delivery: Delivery = Delivery.UNSPECIFIED): Promise<void> {
    if (this.isEmpty || this.sending.value.at === "sending") return;
    const isWhole = this.#parts.store.writeAttachments(this.attachments.value);
    const pending = { callId: callId(), delivery, isWhole };
    // Kept before it is sent: a page that is loaded again asks for the same.
    this.#parts.store.writeText(this.text.value, pending);
    await this.#send(pending);
  }

  async #send({ callId: id, delivery }: PendingSend): Promise<void> {
    const { send, reachable, store } = this.#parts;
    const text = this.text.value;
    const request = { callId: id, contentJson: promptContent(text.trim(), this.attachments.value), delivery };
    this.sending.value = { at: "sending", isLost: false };
    for (;;) {
      try {
        await send(request);
        break;
      } catch (error) {
        if (!isBridleError(error, "no_daemon")) return this.#refused(error);
        this.sending.value = { at: "sending", isLost: true };
        await reachable();
      }
    }
    this.sending.value = { at: "writing" };
    this.history.add(text.trim());
    store.writeHistory(this.history.prompts);
    this.text.value = "";
    this.trouble.value = "";
    store.writeText("");
    this.#setAttachments([]);
  }

  #refused(error: unknown): void {
    this.#parts.store.writeText(this.text.value);
    this.sending.value = { at: "refused", why: messageOf(error) };
  }

  #setAttachments(attachments: readonly Attachment[]): void {
    this.attachments.value = attachments;
    const isKept = this.#parts.store.writeAttachments(attachments);
    if (!isKept && attachments.length > 0) this.trouble.value = "These files are too large to be kept over a reload.";
  }
}
