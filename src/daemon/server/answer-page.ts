import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { create } from "@bufbuild/protobuf";
import { type Ask, AskKind, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { BridleError } from "../../errors.ts";
import type { Caller } from "../access/caller.ts";
import { answersIn, askForm, canShow, outcomeOf } from "./answer-form.ts";
import type { Gate } from "./gate.ts";
import type { NodeRequest, NodeResponse } from "./node-http.ts";
import { plainPage } from "./plain-page.ts";
import { readForm } from "./read-form.ts";
import { refuse } from "./refusal.ts";
import type { SessionCalls } from "./session-calls.ts";

export interface AnswerDeps {
  /** What a link is good for; undefined: nothing. */
  readonly linkOf: (link: string) => { readonly askId: string; readonly target: string } | undefined;
  /** Where in the page an ask is allowed, with a passkey: a link alone only denies then. Undefined: none is asked for. */
  readonly allowAt: (askId: string) => string | undefined;
  readonly calls: Pick<SessionCalls, "getAsk" | "answerAsk" | "answerQuestion">;
  readonly gate: Pick<Gate, "mayFail">;
}

/**
 * `/answer?link=…`: one ask, for whoever has the link. GET only shows it, since programs look at links, too (previews of chats,
 * scanners). Its POST decides, by the same calls as everybody's, in the name of the target that the link was sent to.
 */
export async function serveAnswer(req: NodeRequest, to: NodeResponse, deps: AnswerDeps): Promise<void> {
  const res = to as ServerResponse;
  if (!["GET", "HEAD", "POST"].includes(req.method ?? "")) {
    res.writeHead(405, { allow: "GET, POST" }).end();
    return;
  }
  const link = new URL(req.url ?? "/", "http://localhost").searchParams.get("link") ?? "";
  const good = deps.linkOf(link);
  const ask = good && (await find(good.askId, deps));
  if (good === undefined || ask === undefined || isPastDeadline(ask)) {
    if (deps.gate.mayFail(req)) return plainPage(res, 403, "Answer", spent);
    return refuse(req, res, { refused: "resource_exhausted", message: "too many links of no use from this address" });
  }
  if (ask.state !== AskState.OPEN) return plainPage(res, 410, "Answer", outcomeOf(ask));
  const form = askForm(ask, link, deps.allowAt(ask.id));
  if (req.method !== "POST") return plainPage(res, 200, "Answer", form);
  const sent = await readForm(req);
  try {
    const decided = await decide(ask, sent, callerOf(good.target), deps);
    plainPage(res, decided === undefined ? 400 : 200, "Answer", decided === undefined ? form : outcomeOf(decided));
  } catch (error) {
    if (!(error instanceof BridleError)) throw error;
    // Another input than was seen, a rule that denies it, or a passkey that it needs.
    plainPage(res, 409, "Answer", `<p>That was not possible. Look at it again:</p>\n${form}`);
  }
}

/** It is about to expire. */
function isPastDeadline({ state, deadlineMs }: Ask): boolean {
  return state === AskState.OPEN && deadlineMs !== 0n && Number(deadlineMs) <= Date.now();
}

const spent = `<h1>This link no longer works</h1>
<p class="quiet">A link is for one ask and for some time. What waits is in the page, and in a terminal:</p>
<pre class="command">bridle approve</pre>`;

/** No token has such a name. It is known nowhere but here, and has one ask in its hands. */
function callerOf(target: string): Caller {
  return { name: `link: ${target}`, roles: ["approve"], folders: undefined, sha256: "" };
}

async function find(askId: string, { calls }: AnswerDeps): Promise<Ask | undefined> {
  try {
    return (await calls.getAsk(create(pb.GetAskRequestSchema, { askId }), callerOf(""))).ask;
  } catch {
    // Its session was deleted.
    return undefined;
  }
}

/** Undefined: the form says nothing that decides. */
async function decide(
  ask: Ask,
  sent: URLSearchParams,
  caller: Caller,
  { calls }: AnswerDeps,
): Promise<Ask | undefined> {
  const decision = sent.get("decision");
  const [askId, callId] = [ask.id, randomUUID()];
  if (ask.kind === AskKind.QUESTION) {
    const answers = answersIn(ask, sent);
    const isDeclined = decision === "deny";
    if (!isDeclined && (decision !== "answer" || answers === undefined)) return undefined;
    const given = isDeclined ? { decline: true } : { answers: answers ?? {} };
    return (await calls.answerQuestion(create(pb.AnswerQuestionRequestSchema, { callId, askId, ...given }), caller))
      .ask;
  }
  // What was shown is what counts; an ask that cannot be shown whole is not allowed from here.
  const digest = sent.get("digest") ?? "";
  if (decision !== "deny" && (decision !== "allow" || digest === "" || !canShow(ask))) return undefined;
  const verdict = decision === "allow" ? pb.Verdict.ALLOW : pb.Verdict.DENY;
  const message = decision === "deny" ? (sent.get("reason") ?? "").trim().slice(0, 2000) : "";
  const request = create(pb.AnswerAskRequestSchema, { callId, askId, digest, verdict, message });
  return (await calls.answerAsk(request, caller)).ask;
}
