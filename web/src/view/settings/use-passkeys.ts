import { useEffect, useState } from "preact/hooks";
import type { ListPasskeysResponse } from "../../../../src/api/gen/bridle/v1/passkey_service_pb.js";
import { checkAddress, registerPasskey } from "../../live/confirm.ts";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";

export interface PasskeysState {
  /** Undefined: not known yet. */
  readonly known: ListPasskeysResponse | undefined;
  readonly isBusy: boolean;
  readonly said: { readonly text: string; readonly isTrouble: boolean };
  /** For another device; empty: none was made. */
  readonly invitation: string;
  register(name: string): void;
  invite(): void;
  remove(id: string): void;
}

const silence = { text: "", isTrouble: false };

/** The passkeys of the daemon, and what a person does with them here. */
export function usePasskeys(): PasskeysState {
  const { feed, client } = useApp();
  const calls = client.passkeys;
  const [known, setKnown] = useState<ListPasskeysResponse>();
  const [isBusy, setBusy] = useState(false);
  const [said, say] = useState(silence);
  const [invitation, setInvitation] = useState("");
  const isConnected = feed.link.value.state === "connected";
  const trouble = (error: unknown): void => say({ text: messageOf(error), isTrouble: true });
  const look = async (): Promise<void> => setKnown(await calls.listPasskeys({}));
  const act = async (does: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    say(silence);
    setInvitation("");
    try {
      checkAddress(known?.pageUrl ?? location.href);
      await does();
      say({ text: done, isTrouble: false });
      await look();
    } catch (error) {
      trouble(error);
    }
    setBusy(false);
  };
  useEffect(() => {
    if (isConnected) look().catch(trouble);
  }, [isConnected]);
  return {
    ...{ known, isBusy, said, invitation },
    register: (name) =>
      void act(async () => {
        await registerPasskey(calls, invitedCode() ?? (await calls.invitePasskey({})).code, name);
        history.replaceState(undefined, "", location.pathname);
      }, "Registered."),
    invite: () => void act(async () => setInvitation((await calls.invitePasskey({})).url), ""),
    remove: (id) => void act(() => calls.removePasskey({ id }), "Removed."),
  };
}

/** From the link that this device was invited by. */
export function invitedCode(): string | undefined {
  return /^#passkey=([\w-]+)$/.exec(location.hash)?.[1];
}
