import { useEffect, useId, useRef } from "preact/hooks";
import type { McpLogin } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { callbackStart, loginAddress } from "../../../../src/api/login-address.ts";
import { visible } from "../text/visible.ts";

interface ServerLoginProps {
  readonly login: McpLogin;
  readonly isBusy: boolean;
  readonly finish: (callbackUrl: string) => Promise<void>;
  readonly cancel: () => Promise<void>;
}

/** A login that waits: where it leads, and how it is finished from another machine. */
export function ServerLogin({ login, isBusy, finish, cancel }: ServerLoginProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // The button that was pressed is gone.
  useEffect(() => link.current?.focus({ preventScroll: true }), []);
  const address = loginAddress(login.address);
  const cancelButton = (
    <button type="button" disabled={isBusy} onClick={() => void cancel()}>
      Cancel
    </button>
  );
  if (address === undefined)
    return (
      <section class="server-login" aria-label="Login">
        <p>The agent named an address for the login that is not opened from here:</p>
        <p class="address">{visible(login.address)}</p>
        <p>{cancelButton}</p>
      </section>
    );
  return (
    <section class="server-login" aria-label="Login">
      <p>
        The login leads to <strong class="address">{address.host}</strong>. Open it if you know this host.
      </p>
      <p class="server-actions">
        <a ref={link} class="button allow" href={address.href} target="_blank" rel="noopener noreferrer">
          Open {address.host}
        </a>
        {cancelButton}
      </p>
      <p class="quiet" role="status">
        Waiting for you to log in there …
      </p>
      {login.takesCallback ? (
        <Callback start={callbackStart(login.address)} isBusy={isBusy} finish={finish} />
      ) : (
        <p class="quiet">Log in with a browser on the machine of the agent: it is sent back there.</p>
      )}
    </section>
  );
}

interface CallbackProps {
  readonly start: string | undefined;
  readonly isBusy: boolean;
  readonly finish: (callbackUrl: string) => Promise<void>;
}

function Callback({ start, isBusy, finish }: CallbackProps) {
  const hint = useId();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const pasted = new FormData(event.currentTarget as HTMLFormElement).get("callback");
    if (typeof pasted === "string" && pasted.trim() !== "") void finish(pasted.trim());
  };
  return (
    <form class="server-callback" onSubmit={submit}>
      <p class="quiet" id={hint}>
        On another machine than the agent's, such as a phone, the browser ends on a page that cannot be opened. Copy its
        address{start !== undefined && <> (it begins with {start})</>} and paste it here.
      </p>
      <label>
        <span class="label">Address the browser ended on</span>
        <input
          class="search"
          name="callback"
          aria-describedby={hint}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
        />
      </label>
      <button type="submit" disabled={isBusy}>
        Finish the login
      </button>
    </form>
  );
}
