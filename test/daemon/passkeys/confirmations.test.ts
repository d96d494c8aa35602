import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import * as pb from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { localCaller } from "../../../src/daemon/access/caller.ts";
import { Confirmations } from "../../../src/daemon/passkeys/confirmations.ts";
import { Invitations } from "../../../src/daemon/passkeys/invitations.ts";
import { relyingParty } from "../../../src/daemon/passkeys/relying-party.ts";
import { registrationOptions, verifyRegistration } from "../../../src/daemon/passkeys/webauthn.ts";
import type { PasskeyRow } from "../../../src/daemon/store/passkeys-table.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const { answerAsk } = pb.ConversationService.method;
const party = relyingParty("", "http://127.0.0.1:4747");
const request = create(pb.AnswerAskRequestSchema, { askId: "a", digest: "d", verdict: pb.Verdict.ALLOW });

/** One passkey, made by real bytes, and a clock to turn. */
async function confirming() {
  const authenticator = new SoftwareAuthenticator();
  const challenge = Buffer.alloc(32, 7).toString("base64url");
  const options = JSON.stringify(await registrationOptions(party, challenge, []));
  const made = JSON.parse(authenticator.create(options, party));
  const registered = await verifyRegistration(party, challenge, made);
  let row: PasskeyRow = { ...registered, name: "Key", registeredBy: "me", createdMs: 0, usedMs: 0 };
  const clock = { nowMs: 0 };
  const confirmations = new Confirmations({
    isRequired: true,
    passkeys: {
      get all() {
        return [row];
      },
      find: (id) => (id === row.id ? row : undefined),
      used: async (_, counter) => {
        row = { ...row, counter };
      },
    },
    party: () => party,
    nowMs: () => clock.nowMs,
  });
  const begin = () => confirmations.begin(answerAsk, request, localCaller);
  const check = (passkeyJson: string) =>
    confirmations.check(answerAsk, { ...request, passkeyJson }, localCaller, "/asks/a");
  return { authenticator, confirmations, clock, begin, check };
}

test("P11 a challenge is good for five minutes and once, whatever came of it", async () => {
  const { authenticator, clock, begin, check } = await confirming();
  assert.equal(await check(authenticator.get(await begin(), party)), "local with passkey Key");
  const inTime = authenticator.get(await begin(), party);
  clock.nowMs += 5 * 60_000 - 1;
  assert.equal(await check(inTime), "local with passkey Key");
  await assert.rejects(check(inTime), { code: "needs_passkey", message: /used already/ });
  const late = authenticator.get(await begin(), party);
  clock.nowMs += 5 * 60_000;
  await assert.rejects(check(late), { code: "needs_passkey", message: /time is over/ });
  const options = await begin();
  await assert.rejects(check(authenticator.get(options, { origin: "https://elsewhere" })), { code: "needs_passkey" });
  await assert.rejects(check(authenticator.get(options, party)), { message: /used already/ });
});

test("P11 of many challenges that nobody answers the newest hundred count", async () => {
  const { authenticator, begin, check } = await confirming();
  const first = await begin();
  for (let n = 0; n < 100; n++) await begin();
  await assert.rejects(check(authenticator.get(first, party)), { message: /used already/ });
  assert.equal(await check(authenticator.get(await begin(), party)), "local with passkey Key");
});

test("P11 a code that invites a device is good for ten minutes, and once", () => {
  let nowMs = 0;
  const invitations = new Invitations(() => nowMs);
  const { code, expiresMs } = invitations.make("me");
  assert.equal(expiresMs, 10 * 60_000);
  assert.equal(invitations.look(code)?.by, "me");
  assert.deepEqual([invitations.use(code), invitations.use(code), invitations.look(code)], [true, false, undefined]);
  const late = invitations.make("me");
  nowMs += 10 * 60_000;
  assert.deepEqual([invitations.look(late.code), invitations.use(late.code)], [undefined, false]);
});

test("P11 passkeys are for the host of the public address, else for localhost, at one port", () => {
  assert.deepEqual(party, { id: "localhost", origin: "http://localhost:4747" });
  const behindProxy = relyingParty("https://bridle.example.org/", "http://127.0.0.1:4747");
  assert.deepEqual(behindProxy, { id: "bridle.example.org", origin: "https://bridle.example.org" });
  assert.deepEqual(relyingParty("", "https://[::1]:4747"), { id: "localhost", origin: "https://localhost:4747" });
});
