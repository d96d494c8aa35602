import type { NoticeMessage } from "../notice-message.ts";

/** Where a message goes, and what it is signed or let in with. */
interface FormAddress {
  readonly url: URL;
  readonly secret: string | undefined;
  readonly nowMs: number;
}

/** A message as one kind of receiver takes it. */
export type Form = (
  message: NoticeMessage,
  address: FormAddress,
) => {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};
