import { isParked, phaseOf, processOf } from "../../src/daemon/core/session-state.ts";
import { goOn } from "./go-on.ts";
import type { ModelDaemon } from "./model-daemon.ts";
import type { System } from "./system.ts";
import { must, Violation } from "./violation.ts";

/** All timeouts, a ladder of endings, some restarts. */
const boundMs = 240_000;
const rounds = 5_000;

/** The faults are over: everything that can happen happens, in order, and every session comes to rest. */
export function settle(system: System): void {
  system.isCalm = true;
  system.store.isFull = false;
  system.startDaemon();
  system.clients.isAway = false;
  if (system.isPatient) {
    leaveAlone(system);
    disturb(system);
    leaveAlone(system);
  }
  system.isBudgetRaised = true;
  const untilMs = system.clock.nowMs + boundMs;
  let isAwake = false;
  for (let round = 0; round < rounds; round += 1) {
    const { daemon } = system;
    if (daemon === undefined) throw new Error("no daemon");
    if (goOn(system, 8)) continue;
    if (callOn(system, daemon)) continue;
    const waiting = whatWaits(system, daemon);
    const due = Math.min(...[...daemon.sessions.values()].map(({ dueInMs }) => dueInMs));
    if (waiting === undefined && isAwake) return atRest(system, daemon);
    // When all is done an agent goes to sleep, also one that no client ever asks for anything again.
    if (waiting === undefined && due === Number.POSITIVE_INFINITY) isAwake = true;
    if (due === Number.POSITIVE_INFINITY && waiting !== undefined)
      throw new Violation("every session comes to rest", waiting);
    must(
      system.clock.nowMs <= untilMs,
      "every session comes to rest",
      () => waiting ?? "an agent does not go to sleep",
    );
    if (due !== Number.POSITIVE_INFINITY) system.clock.pass(Math.max(1, due));
  }
  throw new Violation("every session comes to rest", "it goes on and on");
}

/** Longer than a call is held, an agent stays awake, or is waited for that was resumed. */
const patienceMs = 120_000;

/** Nobody does anything for a while: what waits for a person does so without an agent, where it can. */
function leaveAlone(system: System): void {
  const untilMs = system.clock.nowMs + patienceMs;
  for (let round = 0; round < rounds && system.clock.nowMs < untilMs; round += 1) {
    if (goOn(system, 8)) continue;
    const due = Math.min(...[...(system.daemon?.sessions.values() ?? [])].map(({ dueInMs }) => dueInMs));
    system.clock.pass(Math.max(1, Math.min(due, untilMs - system.clock.nowMs)));
  }
  for (const { id, state } of system.daemon?.sessions.values() ?? []) {
    const held = state.asks.filter(({ waits }) => "agent" in waits);
    const isCostly = isParked(state) && held.length === 0 && processOf(state) !== undefined;
    must(!isCostly, "a parked ask costs no agent", () => `${id} is ${state.agent.at}`);
    const isForgotten = system.limits.parkAfterMs > 0 && held.length === 1 && held[0]?.waits.in === "hook";
    must(!isForgotten, "a call that nobody decides is parked", () => `${id}: ${held[0]?.ask.id}`);
  }
}

/** What waits without an agent is decided, whatever a budget says; or an agent is wanted for something else. */
function disturb(system: System): void {
  for (const { id } of system.daemon?.sessions.values() ?? [])
    if (system.isAnswered) system.clients.answerAll(id);
    else system.daemon?.sessions.get(id)?.apply({ type: "wake" });
}

/** What clients do who want everything done. False: nothing is left to do. */
function callOn(system: System, daemon: ModelDaemon): boolean {
  const unanswered = system.clients.unanswered.length;
  if (unanswered > 0 && daemon.openCalls === 0) {
    system.clients.repeatUnanswered();
    return true;
  }
  for (const session of daemon.sessions.values()) {
    if (session.stored.asks.length > 0) {
      system.clients.answerAll(session.id);
      return true;
    }
    const { at } = session.state.agent;
    if (session.state.waits?.for === "budget" && (at === "asleep" || at === "ready")) {
      session.fireTimer();
      return true;
    }
    if (session.state.waits?.for === "limit") {
      session.apply({ type: "retry", call: "", promptId: system.newId("p") });
      return true;
    }
    if (session.state.agent.at === "crashed" && session.state.queue.length > 0) {
      session.apply({ type: "wake" });
      return true;
    }
  }
  return false;
}

/** Undefined: nothing. */
function whatWaits(system: System, daemon: ModelDaemon): string | undefined {
  if (system.clients.unanswered.length > 0) return `calls ${system.clients.unanswered.join(", ")} are not answered`;
  if (daemon.openCalls > 0) return "calls that nobody waits for are not answered";
  for (const { id, state } of daemon.sessions.values()) {
    const phase = phaseOf(state);
    if (state.queue.length > 0) return `${id} has prompts that wait, and is ${phase}`;
    if (state.asks.length > 0) return `${id} has asks that wait`;
    if (phase === "starting" || phase === "running" || phase === "waiting") return `${id} is ${phase}`;
    if (state.agent.at === "ending") return `${id} is ending`;
  }
  return undefined;
}

function atRest(system: System, daemon: ModelDaemon): void {
  for (const session of daemon.sessions.values()) {
    must(session.state === session.stored, "all is stored", () => session.id);
    system.checks.atRest(session.id, session.state);
    const { agent } = session.state;
    must(
      agent.at === "asleep" || agent.at === "crashed",
      "every session comes to rest",
      () => `${session.id} is ${agent.at}`,
    );
    // One that could not be ended is ended before the next one is started.
    for (const other of system.processes.values())
      if (other.session === session.id && other.isAlive)
        must(session.state.leftovers.includes(other.id), "no agent is forgotten", () => `${other.id} lives on`);
  }
}
