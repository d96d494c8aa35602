import { useState } from "preact/hooks";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { LinkCode } from "./link-code.tsx";

type Link =
  | { readonly at: "none" }
  | { readonly at: "making" }
  | { readonly at: "made"; readonly url: string }
  | { readonly at: "failed"; readonly why: string };

/** A link that logs another device in, to point a camera at. */
export function PhoneLogin() {
  const { client } = useApp();
  const [link, set] = useState<Link>({ at: "none" });
  const make = async (): Promise<void> => {
    set({ at: "making" });
    try {
      const { url } = await client.daemon.createLogin({});
      set({ at: "made", url });
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
      {link.at === "made" && <LinkCode url={link.url} label="QR code of a login link" />}
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
