import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type BridleClient, type Event, TurnOutcome, Verdict } from "../../../src/exports/client.ts";
import type { Random } from "../../fuzz/random.ts";
import { planTurn, type TurnPlan } from "./turn-plan.ts";

/** What was asked of one session, and what the daemon answered. */
export interface SentTurn {
  readonly plan: TurnPlan;
  readonly promptId: string;
}

/** A client that keeps one session busy: prompts, two at once now and then, and answers to asks that it lets wait. */
export class SessionLoad {
  readonly sessionId: string;
  readonly sent: SentTurn[] = [];
  readonly problems: string[] = [];
  /** Asks that were answered by another daemon than the one that asked. */
  answeredLater = 0;
  readonly #client: BridleClient;
  readonly #random: Random;
  readonly #generation: () => number;
  readonly #ends = new Map<string, TurnOutcome>();
  readonly #waiting = new Map<string, () => void>();
  readonly #answers: Promise<void>[] = [];
  readonly #extras: Promise<void>[] = [];
  #turns = 0;

  constructor(client: BridleClient, sessionId: string, random: Random, generation: () => number) {
    this.#client = client;
    this.sessionId = sessionId;
    this.#random = random;
    this.#generation = generation;
  }

  /** Turns whose end nobody has seen. */
  get unfinished(): string[] {
    return this.sent.filter(({ promptId }) => !this.#ends.has(promptId)).map(({ plan }) => plan.tag);
  }

  /** Until the signal; the turn that runs then is waited for. */
  async drive(signal: AbortSignal, turnTimeoutMs: number): Promise<void> {
    while (!signal.aborted) {
      const both = this.#random.below(4) === 0;
      const ids = await Promise.all(both ? [this.#send(), this.#send()] : [this.#send()]);
      for (const id of ids) await this.#ended(id, turnTimeoutMs);
      await sleep(this.#random.below(100));
    }
    await Promise.all(this.#extras);
    await Promise.all(this.#answers);
  }

  /** One more prompt now, whatever runs: to have a call under way when the daemon is killed. */
  nudge(turnTimeoutMs: number): void {
    const extra = this.#send().then((id) => this.#ended(id, turnTimeoutMs));
    extra.catch(() => undefined);
    this.#extras.push(extra);
  }

  see({ kind }: Event): void {
    if (kind.case === "permissionRequest") this.#answers.push(this.#answer(kind.value.ask?.id ?? ""));
    if (kind.case !== "turnComplete") return;
    for (const id of kind.value.prompts) {
      this.#ends.set(id, kind.value.outcome);
      this.#waiting.get(id)?.();
    }
  }

  /** The same call twice where fate wants it: it must have the effect of one. */
  async #send(): Promise<string> {
    const plan = planTurn(`${this.sessionId.slice(0, 8)}-${this.#turns++}`, this.#random);
    const request = { callId: randomUUID(), sessionId: this.sessionId, prompt: { text: plan.prompt } };
    const send = () => this.#client.conversation.sendPrompt(request);
    const [{ promptId }, again] = await Promise.all([send(), this.#random.below(5) === 0 ? send() : undefined]);
    if (again !== undefined && again.promptId !== promptId) this.problems.push(`${plan.tag}: one call, two prompts`);
    this.sent.push({ plan, promptId });
    return promptId;
  }

  async #answer(askId: string): Promise<void> {
    const generation = this.#generation();
    await sleep(this.#random.below(1500));
    const request = { callId: randomUUID(), askId, verdict: Verdict.ALLOW };
    const { won } = await this.#client.conversation.answerAsk(request);
    if (won && generation !== this.#generation()) this.answeredLater += 1;
  }

  async #ended(promptId: string, ms: number): Promise<void> {
    if (this.#ends.has(promptId)) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const tag = this.sent.find((sent) => sent.promptId === promptId)?.plan.tag;
    const timer = setTimeout(() => reject(new Error(`${tag} (${promptId}) never ended`)), ms);
    this.#waiting.set(promptId, resolve);
    await promise.finally(() => clearTimeout(timer));
    this.#waiting.delete(promptId);
  }

  get lost(): number {
    return [...this.#ends.values()].filter((outcome) => outcome === TurnOutcome.LOST).length;
  }
}
