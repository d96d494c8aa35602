import type { PlantedFault } from "./planted-fault.ts";
import type { ProcessExit, ScriptedAgent } from "./scripted-agent.ts";
import { must } from "./violation.ts";

/** What the daemon that is attached hears of an agent. */
export interface HolderListener {
  started(agentId: string): void;
  startFailed(agentId: string): void;
  inputReceived(agentId: string, to: number): void;
  output(agentId: string, at: number, bytes: Uint8Array): void;
  exited(agentId: string, exit: ProcessExit): void;
}

export interface HeldAgent {
  readonly process: ScriptedAgent;
  /** Output before it is stored, and forgotten. */
  outputFrom: number;
  /** What the daemon that is attached was sent. */
  sentTo: number;
  received: number;
  isInputEnded: boolean;
  /** Somebody reads it. */
  isAttached: boolean;
  /** What the daemon is to hear: how it started, and what came. */
  news: ("started" | "received")[];
  wasExitTold: boolean;
}

/** Keeps agents over the ends of daemons: their output until it is stored, their input by offset. */
export class ModelHolder {
  readonly agents = new Map<string, HeldAgent>();
  readonly #fault: PlantedFault | undefined;

  constructor(fault: PlantedFault | undefined) {
    this.#fault = fault;
  }

  start(process: ScriptedAgent): void {
    this.agents.set(process.id, {
      ...{ process, outputFrom: 0, sentTo: 0, received: 0, isInputEnded: false, isAttached: true },
      news: ["started"],
      wasExitTold: false,
    });
  }

  /** Nobody is attached any more. */
  detach(): void {
    for (const agent of this.agents.values()) {
      agent.isAttached = false;
      agent.news = [];
    }
  }

  attach(id: string, from: number): void {
    const agent = this.agents.get(id);
    if (agent === undefined) return;
    const isThere = from >= agent.outputFrom && from <= agent.process.output.length;
    must(isThere, "the holder has what is not stored", () => `${id} from ${from}, kept from ${agent.outputFrom}`);
    agent.isAttached = true;
    agent.wasExitTold = false;
    agent.sentTo = from;
    agent.outputFrom = from;
  }

  input(id: string, at: number, text: string): void {
    const agent = this.agents.get(id);
    if (agent === undefined) return;
    must(at <= agent.received, "input has no hole", () => `${id} at ${at}, received ${agent.received}`);
    const isTwice = this.#fault === "the outbox is sent twice";
    const fresh = isTwice ? text : text.slice(agent.received - at);
    if (fresh === "") return;
    must(!agent.isInputEnded, "input ends once all is there", () => `${id} at ${at}`);
    agent.received += fresh.length;
    agent.process.receive(fresh);
    if (agent.isAttached) agent.news.push("received");
  }

  endInput(id: string, at: number): void {
    const agent = this.agents.get(id);
    if (agent === undefined) return;
    must(at === agent.received, "input ends once all is there", () => `${id} at ${at}, received ${agent.received}`);
    agent.isInputEnded = true;
    agent.process.endInput();
  }

  acknowledge(id: string, to: number): void {
    const agent = this.agents.get(id);
    if (agent !== undefined) agent.outputFrom = Math.max(agent.outputFrom, to);
  }

  signal(id: string, signal: string): void {
    this.agents.get(id)?.process.signal(signal);
  }

  /** One that still runs is ended. */
  forget(id: string): void {
    this.agents.get(id)?.process.kill();
    this.agents.delete(id);
  }

  /** Something of this agent is to be heard. */
  hasNews(agent: HeldAgent): boolean {
    const { isAttached, news, sentTo, process, wasExitTold } = agent;
    return isAttached && (news.length > 0 || sentTo < process.output.length || (!process.isAlive && !wasExitTold));
  }

  /** Tells the next of it: `bytes` at most of its output. `isEarly`: output before its start was told. */
  tell(agent: HeldAgent, listener: HolderListener, { bytes, isEarly }: { bytes: number; isEarly: boolean }): void {
    const { process, news } = agent;
    if (!agent.isAttached) return;
    const isOutput = agent.sentTo < process.output.length;
    if (news.length > 0 && !(isEarly && isOutput)) return this.#tellNews(agent, listener);
    if (isOutput) {
      const at = agent.sentTo;
      agent.sentTo = Math.min(process.output.length, at + bytes);
      return listener.output(process.id, at, Buffer.from(process.output.slice(at, agent.sentTo), "latin1"));
    }
    if (process.exit === undefined || agent.wasExitTold) return;
    agent.wasExitTold = true;
    listener.exited(process.id, process.exit);
  }

  #tellNews(agent: HeldAgent, listener: HolderListener): void {
    const { id } = agent.process;
    if (agent.news.shift() === "started") return listener.started(id);
    agent.news = agent.news.filter((word) => word !== "received");
    listener.inputReceived(id, agent.received);
  }
}
