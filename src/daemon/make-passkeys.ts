import type { AuditChain } from "./audit/audit-chain.ts";
import { passkeyServiceCalls } from "./calls/passkey-service-calls.ts";
import type { Settings } from "./config/settings.ts";
import { Confirmations } from "./passkeys/confirmations.ts";
import { Invitations } from "./passkeys/invitations.ts";
import { Passkeys } from "./passkeys/passkeys.ts";
import { relyingParty } from "./passkeys/relying-party.ts";
import type { CallBook } from "./session/call-book.ts";
import type { Store } from "./store/store.ts";

interface Parts {
  readonly store: Store;
  readonly audit: AuditChain;
  readonly book: CallBook;
  readonly settings: Settings;
  /** Where the daemon listens. */
  readonly ownUrl: () => string;
}

/** What the setting `approvals.confirm` brings. */
export function makePasskeys({ store, audit, book, settings, ownUrl }: Parts) {
  const { publicUrl } = settings.daemon;
  const isRequired = settings.approvals.confirm === "passkey";
  const party = () => relyingParty(publicUrl, ownUrl());
  const passkeys = new Passkeys(store, audit);
  const confirmations = new Confirmations({ isRequired, passkeys, party });
  return {
    confirmations,
    calls: passkeyServiceCalls({ passkeys, confirmations, invitations: new Invitations(), party, book }),
    links: {
      /** Where in the page an ask is allowed, with a passkey; undefined: no passkey is asked for. */
      allowAt: (askId: string) =>
        isRequired ? confirmations.pageUrl(`/asks/${encodeURIComponent(askId)}`) : undefined,
      /** What links to the page begin with: where passkeys are asked for, the one address where they work. */
      pageUrl: (): string => (isRequired && ownUrl() !== "" ? party().origin : publicUrl || ownUrl()),
    },
    /** What a person should know now. */
    warnings: (): readonly string[] => {
      const count = passkeys.all.length;
      if (isRequired && count === 0) return [`${noneYet}: ${confirmations.pageUrl("/settings")}`];
      return !isRequired && count > 0 ? [switchedOff] : [];
    },
  };
}

const noneYet =
  "approvals.confirm is passkey and none is registered: nothing can be allowed, and the first one that is registered counts; do it now";
const switchedOff = "passkeys are registered, and approvals.confirm is none: nobody is asked for them";
