import type { NoticeFields } from "../dialect/voice.ts";
import type { HookInput, HookVerdict } from "../hook/hook-verdict.ts";
import type { UsageAccount } from "../session/usage-account.ts";

/** A turn, for whoever has something to say in it without being its agent. */
export interface SpeakingTurn {
  readonly signal: AbortSignal;
  readonly account: UsageAccount;
  /** The turn of the person that it belongs to, as hooks and transcripts name it. */
  readonly promptId: string;
  /** Says that it begins, unless it has been said. */
  begin(): void;
  /** `system/<subtype>` for the host. */
  notice(subtype: string, fields: NoticeFields): void;
  /** Words put into the conversation in the user's place. */
  synthetic(text: string, uuid?: string): void;
  /** What a person in a terminal would be shown. */
  localOutput(text: string): void;
  callHooks(event: string, fields: HookInput, subject?: string): Promise<HookVerdict>;
}
