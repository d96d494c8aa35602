import { create } from "@bufbuild/protobuf";
import { type Ask, AskKind } from "../../api/gen/bridle/v1/ask_pb.js";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { Verdict } from "../../conversation/ask.ts";
import { invalidOption } from "../../errors.ts";
import type { Fields } from "../../wire/fields.ts";
import type { Caller } from "../access/caller.ts";
import { forbidden, limitedTo } from "../access/require-access.ts";
import { maxExtensionMs } from "../core/ask-deadline.ts";
import { questionVerdict } from "../core/asks.ts";
import type { Denial, RuleVerdict } from "../core/input.ts";
import type { Confirmations } from "../passkeys/confirmations.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import type { Sessions } from "../session/sessions.ts";
import type { GoodAnswer, Kept } from "../session/waiting-calls.ts";
import { decidedAsk } from "./ask-calls.ts";
import { readVerdict } from "./read-verdict.ts";

type AskDecisionCalls = Pick<SessionCalls, "answerAsk" | "answerQuestion" | "extendAsk">;

/** The calls that decide asks, or put off until when they have to be. */
export function askDecisionCalls(sessions: Sessions, book: CallBook, confirmations: Confirmations): AskDecisionCalls {
  const { method } = pb.ConversationService;
  return {
    answerAsk: (request, caller) =>
      book.once(method.answerAsk, request, async (keep) => {
        const { askId, digest } = request;
        const found = sessions.openAsk(askId);
        const verdict = found && readVerdict(request);
        if (verdict !== undefined) checkUpdates(verdict, caller);
        // A deny lets nothing through, and must be possible for whoever may decide.
        const by =
          verdict?.behavior === "allow"
            ? await confirmations.check(method.answerAsk, request, caller, pathOf(askId))
            : caller.name;
        const denial = found && verdict && denialOf(found, verdict);
        const decided =
          found &&
          verdict &&
          (await found.session.call(
            { type: "decide", askId, digest, verdict, by, denial },
            asked((ask) => {
              const value = create(pb.AnswerAskResponseSchema, { won: true, ask });
              return { value, work: keep(value, found.session.id) };
            }),
          ));
        return decided ?? create(pb.AnswerAskResponseSchema, { won: false, ask: await decidedAsk(sessions, askId) });
      }),

    answerQuestion: (request, caller) =>
      book.once(method.answerQuestion, request, async (keep) => {
        const { askId } = request;
        const answers = request.decline ? undefined : request.answers;
        const found = sessions.openAsk(askId);
        const by =
          found && answers
            ? await confirmations.check(method.answerQuestion, request, caller, pathOf(askId))
            : caller.name;
        const denial = found && denialOf(found, questionVerdict(found.ask, answers));
        const decided =
          found &&
          (await found.session.call(
            { type: "answer_question", askId, answers, by, denial },
            asked((ask) => {
              const value = create(pb.AnswerQuestionResponseSchema, { won: true, ask });
              return { value, work: keep(value, found.session.id) };
            }),
          ));
        const lost = async () => ({ won: false, ask: await decidedAsk(sessions, askId) });
        return decided ?? create(pb.AnswerQuestionResponseSchema, await lost());
      }),

    extendAsk: (request, { name: by }) =>
      book.once(method.extendAsk, request, async (keep) => {
        const { askId } = request;
        const byMs = extensionOf(request.byMs);
        const found = sessions.openAsk(askId);
        const extended =
          found &&
          (await found.session.call(
            { type: "extend", askId, byMs, by },
            asked((ask) => {
              const value = create(pb.ExtendAskResponseSchema, { extended: true, ask });
              return { value, work: keep(value, found.session.id) };
            }),
          ));
        const lost = async () => ({ extended: false, ask: await decidedAsk(sessions, askId) });
        return extended ?? create(pb.ExtendAskResponseSchema, await lost());
      }),
  };
}

function extensionOf(byMs: bigint): number {
  if (byMs < 1000n || byMs > maxExtensionMs)
    throw invalidOption("by_ms", `milliseconds from 1000 to ${maxExtensionMs}`, String(byMs));
  return Number(byMs);
}

function pathOf(askId: string): string {
  return `/asks/${encodeURIComponent(askId)}`;
}

/** Undefined: somebody else, or a rule, decided it first. */
function asked<A>(respond: (ask: Ask) => Kept<A>): (given: GoodAnswer) => Kept<A | undefined> {
  return (given) => (given.to === "ask" ? respond(given.ask) : { value: undefined });
}

/** A rule for every folder is not for who is limited to some. */
function checkUpdates(verdict: Verdict, caller: Caller): void {
  if (verdict.behavior !== "allow" || caller.folders === undefined) return;
  if (verdict.updatedPermissions?.some(({ destination }) => destination === "userSettings"))
    throw forbidden("approve", `a rule of the user's settings holds in every folder: ${limitedTo(caller)}`);
}

/** What the rules forbid by now of what a person allows; undefined: nothing. */
function denialOf({ session, ask }: FoundAsk, verdict: Verdict): Denial | undefined {
  if (verdict.behavior === "deny") return undefined;
  const { toolName, inputJson, rewrittenInputJson } = ask;
  const folder = session.state.asks.find((open) => open.ask.id === ask.id)?.folder;
  const rules = session.rules();
  const denied = (input: Fields): RuleVerdict | undefined => {
    const found = rules.decideAsIs(toolName, input, folder);
    return found?.effect === "deny" ? { effect: "deny", by: found.by, rule: found.rule } : undefined;
  };
  const { updatedInput } = verdict;
  const isChanged = updatedInput !== undefined && !isWrittenAs(updatedInput, inputJson);
  // Answers are added to a question, which is asked all the same.
  const asked = isChanged && ask.kind !== AskKind.QUESTION ? [] : [inputJson, rewrittenInputJson];
  for (const json of asked) {
    const rule = json === "" ? undefined : denied(JSON.parse(json) as Fields);
    if (rule !== undefined) return { of: "asked", rule };
  }
  const rule = isChanged ? denied(updatedInput) : undefined;
  return rule && { of: "changed", rule };
}

function isWrittenAs(input: Fields, json: string): boolean {
  try {
    return JSON.stringify(input) === json;
  } catch {
    // Nested so deeply that no line can hold it.
    return false;
  }
}

type FoundAsk = NonNullable<ReturnType<Sessions["openAsk"]>>;
