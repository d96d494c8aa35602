import { useState } from "preact/hooks";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { type Code, qrCode } from "./qr-code.ts";

type Link =
  | { readonly at: "none" }
  | { readonly at: "making" }
  | { readonly at: "made"; readonly url: string; readonly code: Code; readonly isLocal: boolean }
  | { readonly at: "failed"; readonly why: string };

/** A link that logs another device in, to point a camera at. */
export function PhoneLogin() {
  const { client } = useApp();
  const [link, set] = useState<Link>({ at: "none" });
  const make = async (): Promise<void> => {
    set({ at: "making" });
    try {
      const { url } = await client.daemon.createLogin({});
      const isLocal = /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
      set({ at: "made", url, code: qrCode(url), isLocal });
    } catch (error) {
      set({ at: "failed", why: messageOf(error) });
    }
  };
  return (
    <section class="card" aria-labelledby="phone">
      <h2 id="phone">Use another device</h2>
      <p class="quiet">
        A one-time code that logs in one browser, valid for ten minutes. Whoever scans it can do everything you can.
      </p>
      {link.at === "made" && <Shown {...link} />}
      {link.at === "failed" && (
        <p class="outcome" role="alert">
          {link.why}
        </p>
      )}
      <button type="button" disabled={link.at === "making"} onClick={() => void make()}>
        {link.at === "made" ? "New code" : "Show a code"}
      </button>
    </section>
  );
}

function Shown({ url, code, isLocal }: Extract<Link, { readonly at: "made" }>) {
  return (
    <>
      <svg class="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label="QR code of a login link">
        <path d={code.path} />
      </svg>
      <p class="label address">{url}</p>
      {isLocal && (
        <p class="quiet">
          This address works on this machine only. For a phone set <code>daemon.public_url</code>; docs/phone.md has the
          steps.
        </p>
      )}
    </>
  );
}
