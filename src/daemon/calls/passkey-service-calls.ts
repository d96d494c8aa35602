import { create } from "@bufbuild/protobuf";
import { ConversationService } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { DaemonService } from "../../api/gen/bridle/v1/daemon_service_pb.js";
import * as pb from "../../api/gen/bridle/v1/passkey_service_pb.js";
import { SessionService } from "../../api/gen/bridle/v1/session_service_pb.js";
import { BridleError, invalidOption } from "../../errors.ts";
import { type Caller, hasRole } from "../access/caller.ts";
import { forbidden } from "../access/require-access.ts";
import type { Confirmations } from "../passkeys/confirmations.ts";
import type { Invitations } from "../passkeys/invitations.ts";
import type { Passkeys } from "../passkeys/passkeys.ts";
import { readNewPasskey } from "../passkeys/read-new-passkey.ts";
import type { RelyingParty } from "../passkeys/relying-party.ts";
import { registrationOptions } from "../passkeys/webauthn.ts";
import type { Unary } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import type { PasskeyRow } from "../store/passkeys-table.ts";

interface PasskeyCallParts {
  readonly passkeys: Passkeys;
  readonly confirmations: Confirmations;
  readonly invitations: Invitations;
  readonly party: () => RelyingParty;
  readonly book: CallBook;
}

const { method } = pb.PasskeyService;

/** The calls about passkeys, and what confirms others. */
export function passkeyServiceCalls(parts: PasskeyCallParts): Unary<typeof pb.PasskeyService> {
  const { passkeys, confirmations, invitations, party, book } = parts;
  return {
    listPasskeys: async () =>
      create(pb.ListPasskeysResponseSchema, {
        passkeys: passkeys.all.map(shown),
        required: confirmations.isRequired,
        pageUrl: confirmations.pageUrl("/settings"),
      }),

    invitePasskey: async (request, caller) => {
      requireSetting(confirmations);
      const isFirst = passkeys.all.length === 0;
      if (isFirst) requireAdmin(caller, "the first passkey is an admin's");
      const by = isFirst ? caller.name : await confirmations.check(method.invitePasskey, request, caller, settings);
      const { code, expiresMs } = invitations.make(by);
      const url = confirmations.pageUrl(`${settings}#passkey=${code}`);
      return create(pb.InvitePasskeyResponseSchema, { code, url, expiresMs: BigInt(expiresMs) });
    },

    beginPasskey: async ({ code }) => {
      const invitation = invitations.look(code);
      if (invitation === undefined) throw noInvitation();
      const options = await registrationOptions(party(), invitation.challenge, passkeys.all);
      return create(pb.BeginPasskeyResponseSchema, { optionsJson: JSON.stringify(options) });
    },

    registerPasskey: (request, caller) =>
      book.once(method.registerPasskey, request, async (keep) => {
        const invitation = invitations.look(request.code);
        if (invitation === undefined) throw noInvitation();
        const row = await readNewPasskey(request, party(), invitation.challenge, caller.name);
        // Before it is stored: of two that come at once one is registered.
        if (!invitations.use(request.code)) throw noInvitation();
        const answer = create(pb.RegisterPasskeyResponseSchema, { passkey: shown(row) });
        await passkeys.add(row, invitation.by, keep(answer, ""));
        return answer;
      }),

    removePasskey: (request, caller) =>
      book.once(method.removePasskey, request, async (keep) => {
        const row = passkeys.find(request.id);
        if (row === undefined) throw noPasskey(request.id);
        if (!confirmations.isRequired) requireAdmin(caller, "while approvals.confirm is none, this is an admin's");
        const by = await confirmations.check(method.removePasskey, request, caller, settings);
        const answer = create(pb.RemovePasskeyResponseSchema);
        await passkeys.remove(row, by, keep(answer, ""));
        return answer;
      }),

    beginConfirmation: async ({ request }, caller) => {
      requireSetting(confirmations);
      const optionsJson = await begin(confirmations, request, caller);
      return create(pb.BeginConfirmationResponseSchema, { optionsJson });
    },
  };
}

const settings = "/settings";

function begin(
  confirmations: Confirmations,
  request: pb.BeginConfirmationRequest["request"],
  caller: Caller,
): Promise<string> {
  switch (request.case) {
    case "answerAsk":
      if (request.value.digest === "") throw invalidOption("digest", "that of the input that you saw", "none");
      return confirmations.begin(ConversationService.method.answerAsk, request.value, caller);
    case "answerQuestion":
      return confirmations.begin(ConversationService.method.answerQuestion, request.value, caller);
    case "setPermissionMode":
      return confirmations.begin(ConversationService.method.setPermissionMode, request.value, caller);
    case "changeRules":
      return confirmations.begin(DaemonService.method.changeRules, request.value, caller);
    case "createSession":
      return confirmations.begin(SessionService.method.createSession, request.value, caller);
    case "invitePasskey":
      return confirmations.begin(method.invitePasskey, request.value, caller);
    case "removePasskey":
      return confirmations.begin(method.removePasskey, request.value, caller);
    default:
      throw invalidOption("request", "the request that is to be confirmed", "none");
  }
}

function shown({ id, name, registeredBy, createdMs, usedMs, synced }: PasskeyRow): pb.Passkey {
  const times = { createdMs: BigInt(createdMs), usedMs: BigInt(usedMs) };
  return create(pb.PasskeySchema, { id, name, registeredBy, synced, ...times });
}

function requireSetting({ isRequired }: Confirmations): void {
  if (!isRequired)
    throw invalidOption(
      "approvals.confirm",
      "passkey, before any is registered or used (bridle config set, then restart the daemon)",
      "none",
    );
}

function requireAdmin(caller: Caller, why: string): void {
  if (!hasRole(caller, "admin") || caller.folders !== undefined)
    throw forbidden("admin", `${why}: the token ${caller.name} is none for everything`);
}

function noInvitation(): BridleError<"not_found"> {
  const message = "this code registers no passkey: it was used, or is older than ten minutes; make another one";
  return new BridleError("not_found", message, { what: "invitation", id: "" });
}

function noPasskey(id: string): BridleError<"not_found"> {
  const message = "there is no such passkey; `bridle passkeys` lists them";
  return new BridleError("not_found", message, { what: "passkey", id: id.slice(0, 64) });
}
