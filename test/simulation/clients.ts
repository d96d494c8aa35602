import { type Ask, AskKind } from "../../src/api/gen/bridle/v1/ask_pb.js";
import type { Verdict } from "../../src/conversation/ask.ts";
import type { Happening } from "../../src/daemon/session/happening.ts";
import type { System } from "./system.ts";
import { must } from "./violation.ts";

interface Call {
  readonly id: string;
  readonly session: string;
  readonly input: Happening;
  /** Undefined: nobody heard an answer yet. */
  answer: string | undefined;
}

/** Those who call: they prompt, answer, stop and change, vanish before they hear the answer, and call again. */
export class Clients {
  readonly #system: System;
  readonly #calls: Call[] = [];
  readonly #byId = new Map<string, Call>();
  /** Nobody listens: what is told now is not heard. */
  isAway = false;

  constructor(system: System) {
    this.#system = system;
  }

  get unanswered(): readonly string[] {
    return this.#calls.filter(({ answer }) => answer === undefined).map(({ id }) => id);
  }

  /** `what`: any number. */
  act(session: string, what: number, how: number): void {
    const input = this.#inputOf(session, what, how);
    if (input !== undefined) this.#call(session, input);
  }

  /** The same call again, as after a lost connection. */
  repeat(which: number): void {
    const call = this.#calls[which % Math.max(1, this.#calls.length)];
    if (call !== undefined) this.#system.daemon?.call(call.id, call.session, call.input);
  }

  repeatUnanswered(): void {
    for (const { id, session, input, answer } of this.#calls)
      if (answer === undefined) this.#system.daemon?.call(id, session, input);
  }

  /** What every open ask of a session needs. */
  answerAll(session: string): void {
    for (const { ask } of this.#system.daemon?.sessions.get(session)?.stored.asks ?? [])
      this.#call(session, answerTo(ask, 0));
  }

  told(id: string, answer: string): void {
    const call = this.#byId.get(id);
    if (call === undefined) return;
    const { store } = this.#system;
    const isFinal = !answer.startsWith("error") && answer !== "lost_ask";
    if (isFinal)
      must(store.calls.get(id) === answer, "an answer is stored before it is told", () => `${id}: ${answer}`);
    if (this.isAway) return;
    const before = call.answer;
    const wasFinal = before !== undefined && !before.startsWith("error") && before !== "lost_ask";
    must(!wasFinal || before === answer, "a repeated call has the same answer", () => `${id}: ${before}, ${answer}`);
    call.answer = answer;
  }

  #call(session: string, input: Happening): void {
    const id = this.#system.newId("c");
    const content = { json: JSON.stringify(id), text: id, title: id };
    const call = { id, session, input: input.type === "prompt" ? { ...input, content } : input, answer: undefined };
    this.#calls.push(call);
    this.#byId.set(id, call);
    this.#system.daemon?.call(id, session, call.input);
  }

  #inputOf(session: string, what: number, how: number): Happening | undefined {
    const live = this.#system.daemon?.sessions.get(session);
    if (live === undefined) return undefined;
    const call = "";
    const { stored } = live;
    const ask = stored.asks[how % Math.max(1, stored.asks.length)]?.ask;
    switch (what % 24) {
      case 0:
      case 1:
      case 2:
        return ask && answerTo(ask, how);
      case 3:
        // All at once.
        for (const one of stored.asks.slice(1)) this.#call(session, answerTo(one.ask, how));
        return ask && answerTo(ask, how);
      case 4:
      case 5:
        return { type: "interrupt", call, cancelQueued: how % 3 === 0 };
      case 6: {
        const queued = stored.queue[how % Math.max(1, stored.queue.length)];
        return queued && { type: "cancel_prompt", call, promptId: queued.id };
      }
      case 7:
        return {
          type: "configure",
          call,
          change: how % 2 === 0 ? { model: `m${how % 5}` } : { permissionMode: "plan" },
        };
      case 8:
        return { type: "close", call };
      case 9:
        return { type: "change", call, changes: { title: "t" } };
      case 10:
        live.apply(how % 2 === 0 ? { type: "sleep" } : { type: "wake" });
        return undefined;
      case 11:
        return { type: "request", call, subtype: "set_model", payload: {}, timeoutMs: 1000 };
      case 12:
        this.#system.isAttended = how % 2 === 0;
        for (const one of this.#system.daemon?.sessions.values() ?? [])
          one.apply({ type: "attendance", isAttended: this.#system.isAttended });
        return undefined;
      case 13:
        return ask && { type: "extend", call, askId: ask.id, byMs: 1000 + (how % 30_000), by: "x" };
      default:
        return this.#prompt(how);
    }
  }

  #prompt(how: number): Happening {
    const delivery = (["auto", "auto", "queue", "inject"] as const)[how % 4] ?? "auto";
    const content = { json: "", text: "", title: "" };
    return { type: "prompt", call: "", promptId: this.#system.newId("p"), content, sender: "x", delivery };
  }
}

function answerTo({ id: askId, kind, inputJson }: Ask, how: number): Happening {
  const call = "";
  const isQuestion = kind === AskKind.QUESTION;
  const { command = "" } = JSON.parse(inputJson) as { readonly command?: string };
  if (isQuestion && how % 5 !== 4) return { type: "answer_question", call, askId, answers: { "Which?": "a" }, by: "x" };
  const deny = { behavior: "deny", message: "no", interrupt: how % 8 === 3 } as const;
  const verdict = how % 4 === 3 ? deny : allow(command, how);
  return { type: "decide", call, askId, digest: "", verdict, by: "x" };
}

/** As it is asked for, with another command, or with a mode that the agent is to keep. */
function allow(command: string, how: number): Verdict {
  const behavior = "allow";
  if (command !== "" && how % 7 === 5) return { behavior, updatedInput: { command: `${command}~` } };
  const update = { type: "setMode", mode: "acceptEdits", destination: "session" };
  return how % 7 === 6 ? { behavior, updatedPermissions: [update] } : { behavior };
}
