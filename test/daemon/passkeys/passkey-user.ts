import assert from "node:assert/strict";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { BeginConfirmationRequestSchema } from "../../../src/api/gen/bridle/v1/passkey_service_pb.js";
import type { BridleClient } from "../../../src/exports/client.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

type Confirmed = NonNullable<MessageInitShape<typeof BeginConfirmationRequestSchema>["request"]>;

/** Somebody with an authenticator, in front of the page of a daemon. */
export class PasskeyUser {
  readonly authenticator = new SoftwareAuthenticator();
  readonly client: BridleClient;
  readonly origin: string;

  constructor(client: BridleClient, url: string) {
    this.client = client;
    this.origin = url.replace("127.0.0.1", "localhost");
  }

  get id(): string {
    return this.authenticator.id.toString("base64url");
  }

  async register(name: string, code: string): Promise<void> {
    const { optionsJson } = await this.client.passkeys.beginPasskey({ code });
    const credentialJson = this.authenticator.create(optionsJson, { origin: this.origin });
    const { passkey } = await this.client.passkeys.registerPasskey({ code, name, credentialJson });
    assert.equal(passkey?.name, name);
  }

  /** An assertion for this request. */
  async assertion(request: Confirmed): Promise<string> {
    return this.authenticator.get(await this.challenge(request), { origin: this.origin });
  }

  async challenge(request: Confirmed): Promise<string> {
    return (await this.client.passkeys.beginConfirmation({ request })).optionsJson;
  }
}
