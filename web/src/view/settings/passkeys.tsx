import { useState } from "preact/hooks";
import type { Passkey } from "../../../../src/api/gen/bridle/v1/passkey_service_pb.js";
import { deviceName } from "../../model/push-support.ts";
import { useApp } from "../app-context.ts";
import { ago } from "../text/ago.ts";
import { LinkCode } from "./link-code.tsx";
import { invitedCode, type PasskeysState, usePasskeys } from "./use-passkeys.ts";

/** The devices that can confirm approvals, where the daemon's settings ask for that. */
export function Passkeys() {
  const state = usePasskeys();
  const { known, said } = state;
  const mayApprove = useApp().may("approve");
  if (known === undefined || (!known.required && known.passkeys.length === 0)) return null;
  return (
    <section class="card" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p class="quiet">{aboutOf(known)}</p>
      <ul class="devices">
        {known.passkeys.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} state={state} isFixed={!mayApprove} />
        ))}
      </ul>
      {known.required && mayApprove && <Register state={state} />}
      <p class={said.isTrouble ? "outcome" : "outcome said"} role="status">
        {said.text}
      </p>
    </section>
  );
}

function aboutOf({ required, passkeys }: NonNullable<PasskeysState["known"]>): string {
  if (!required) return "These are registered and nobody is asked for them: the setting approvals.confirm is none.";
  if (passkeys.length > 0) return "Whatever lets an agent do something is confirmed with one of these.";
  return "Whatever lets an agent do something needs a passkey, and none is registered: nothing can be allowed. The first one that is registered counts, so register yours now.";
}

interface LineProps {
  readonly passkey: Passkey;
  readonly state: PasskeysState;
  readonly isFixed: boolean;
}

function PasskeyLine({ passkey, state, isFixed }: LineProps) {
  const { id, name, registeredBy, createdMs, usedMs, synced } = passkey;
  const facts = [
    `Registered ${ago(Number(createdMs))} by ${registeredBy}`,
    usedMs > 0n ? `last used ${ago(Number(usedMs))}` : "never used",
    ...(synced ? ["may be on several devices"] : []),
  ];
  return (
    <li>
      <div class="device-names">
        <p>{name}</p>
        <p class="label">{facts.join(" · ")}</p>
      </div>
      {!isFixed && (
        <button
          type="button"
          class="quiet-button"
          aria-label={`Remove passkey ${name}`}
          disabled={state.isBusy}
          onClick={() => state.remove(id)}
        >
          Remove
        </button>
      )}
    </li>
  );
}

function Register({ state }: { readonly state: PasskeysState }) {
  const { known, isBusy, invitation } = state;
  const [name, setName] = useState(deviceName(navigator.userAgent));
  const isInvited = invitedCode() !== undefined;
  return (
    <>
      <label class="field">
        <span class="label">Name of the passkey</span>
        <input
          type="text"
          class="search"
          value={name}
          maxLength={60}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <div class="device-actions">
        <button
          type="button"
          class="allow"
          disabled={isBusy || name.trim() === ""}
          onClick={() => state.register(name.trim())}
        >
          Register a passkey here
        </button>
        {known !== undefined && known.passkeys.length > 0 && !isInvited && (
          <button type="button" class="quiet-button" disabled={isBusy} onClick={state.invite}>
            Invite another device
          </button>
        )}
      </div>
      {invitation !== "" && (
        <>
          <p class="quiet">Open this on a device that is logged in. It registers one passkey, within ten minutes.</p>
          <LinkCode url={invitation} label="QR code of an invitation" />
        </>
      )}
    </>
  );
}
