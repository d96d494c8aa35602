/** Whom browsers make passkeys for, and the one address of the page where they use them. */
export interface RelyingParty {
  /** A host name: WebAuthn's rpId. */
  readonly id: string;
  readonly origin: string;
}

/**
 * `daemon.public_url`, else localhost with the daemon's own port. The port counts: any program of this machine may serve pages
 * on another one, and browsers would let them use the same passkeys.
 */
export function relyingParty(publicUrl: string, ownUrl: string): RelyingParty {
  const url = new URL(publicUrl || ownUrl || "http://localhost");
  if (publicUrl === "") url.hostname = "localhost";
  return { id: url.hostname, origin: url.origin };
}
