import type { CDPSession, Page } from "playwright-core";

/** The browser's own authenticator in software: touched by somebody whom it knows. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const debug = await page.context().newCDPSession(page);
  await debug.send("WebAuthn.enable");
  const { authenticatorId } = await debug.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return new VirtualAuthenticator(debug, authenticatorId);
}

class VirtualAuthenticator {
  readonly #debug: CDPSession;
  readonly #authenticatorId: string;

  constructor(debug: CDPSession, authenticatorId: string) {
    this.#debug = debug;
    this.#authenticatorId = authenticatorId;
  }

  /** Whether it knows its person: by the wrong finger it does not. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    await this.#debug.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  }

  /** How often each of its passkeys was used. */
  async uses(): Promise<number[]> {
    const authenticatorId = this.#authenticatorId;
    const { credentials } = await this.#debug.send("WebAuthn.getCredentials", { authenticatorId });
    return credentials.map(({ signCount }) => signCount);
  }
}
