import { useMemo } from "preact/hooks";
import { qrCode } from "./qr-code.ts";

/** A link for another device, to point its camera at. */
export function LinkCode({ url, label }: { readonly url: string; readonly label: string }) {
  const code = useMemo(() => qrCode(url), [url]);
  const isLocal = /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
  return (
    <>
      <svg class="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
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
