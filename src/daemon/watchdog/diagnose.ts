import type { ProcessSample } from "./sample-process.ts";

export type Cause = "model" | "tool" | "approval" | "silent_api" | "wedged";

/** What is known of a turn that says nothing. */
export interface StallFacts {
  readonly silentMs: number;
  /** Less silence than this is none. */
  readonly afterMs: number;
  /** The kind of what was heard last; undefined: nothing, since the daemon attached. */
  readonly lastWord: string | undefined;
  /** An answer of the model began and did not end. */
  readonly answering: boolean;
  readonly tools: readonly Running[];
  /** Tools that wait for a person. */
  readonly asks: readonly Running[];
  /** When the silence was first noticed, and now; undefined: there is no such process. */
  readonly before: ProcessSample | undefined;
  readonly now: ProcessSample | undefined;
  /** `none`: it was not asked, since it is stopped or has no harmless request. */
  readonly ping: "answered" | "unanswered" | "none";
}

interface Running {
  readonly name: string;
  /** Undefined: it began before this daemon, and nobody noted when. */
  readonly forMs: number | undefined;
}

export interface Diagnosis {
  readonly cause: Cause;
  /** What was seen, for a person. Never content. */
  readonly evidence: string;
}

/**
 * Why a turn is silent. An agent that cannot go on by itself goes first: with a stopped process nothing else matters. An ask
 * goes before the tool it is about, and an answer that broke off before the tool whose sub-agent it is for.
 */
export function diagnose(facts: StallFacts): Diagnosis | undefined {
  if (facts.silentMs < facts.afterMs) return undefined;
  const { cause, why } = causeOf(facts);
  return { cause, evidence: `${[why, silence(facts), ...processes(facts)].join("; ")}.` };
}

function causeOf(facts: StallFacts): { readonly cause: Cause; readonly why: string } {
  const { ping, asks, answering, tools } = facts;
  const stuck = stuckIn(facts);
  if (stuck !== undefined) return { cause: "wedged", why: `The agent's process is ${stuck}` };
  if (ping === "unanswered") return { cause: "wedged", why: "The agent's process runs and does not answer" };
  if (asks.length > 0) return { cause: "approval", why: `Waiting for a person: ${list(asks)}` };
  if (answering) return { cause: "silent_api", why: "The model's answer began and broke off" };
  if (tools.length > 0) return { cause: "tool", why: `A tool runs: ${list(tools)}` };
  return { cause: "model", why: "The model has not begun to answer" };
}

const states: { readonly [letter: string]: string } = {
  R: "running",
  S: "sleeping",
  I: "sleeping",
  D: "in a sleep that nothing interrupts",
  T: "stopped",
  t: "stopped by a debugger",
  Z: "dead and not collected",
};

/** The state in which a process cannot go on by itself. A moment in D is nothing: every read of a disk is one. */
function stuckIn({ before, now }: StallFacts): string | undefined {
  if (now === undefined) return undefined;
  const stuck = "TtZ".includes(now.state) || (now.state === "D" && before?.state === "D");
  return stuck ? `${states[now.state]} (state ${now.state})` : undefined;
}

function silence({ silentMs, lastWord }: StallFacts): string {
  return `silent for ${seconds(silentMs)}, last heard: ${lastWord ?? "nothing since the daemon attached"}`;
}

function processes({ before, now, ping, tools, answering, asks }: StallFacts): string[] {
  const lines: string[] = [];
  if ((answering || asks.length > 0) && tools.length > 0) lines.push(`open tools: ${list(tools)}`);
  if (now !== undefined) {
    lines.push(`process ${now.pid} ${states[now.state] ?? now.state}${used(before?.cpuMs, now.cpuMs, before, now)}`);
    if (now.children !== undefined) lines.push(children(before, now));
  }
  if (ping !== "none") lines.push(ping === "answered" ? "it answered a ping" : "it did not answer a ping");
  return lines;
}

function children(before: ProcessSample | undefined, now: ProcessSample): string {
  const { count = 0, cpuMs = 0 } = now.children ?? {};
  if (count === 0) return "no process below it";
  return `${count} below it${used(before?.children?.cpuMs, cpuMs, before, now)}`;
}

function used(
  cpuBefore: number | undefined,
  cpuNow: number,
  before: ProcessSample | undefined,
  now: ProcessSample,
): string {
  if (before === undefined || cpuBefore === undefined || cpuNow < cpuBefore) return "";
  return `, ${seconds(cpuNow - cpuBefore)} of CPU in ${seconds(now.atMs - before.atMs)}`;
}

function list(running: readonly Running[]): string {
  return running.map(({ name, forMs }) => (forMs === undefined ? name : `${name} for ${seconds(forMs)}`)).join(", ");
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`;
}
