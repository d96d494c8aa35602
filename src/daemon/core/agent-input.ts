import { BridleError } from "../../errors.ts";
import type { Transition } from "./transition.ts";

/** Beside what the holder keeps for it, which is as much again. */
const maxWaitingBytes = 8 * 1024 * 1024;

const encoder = new TextEncoder();

/** One line for the agent. Behind the end of its input there is nothing: an agent that still asks gets no answer. */
export function writeLine(t: Transition, line: string, isRequest = false): void {
  const { process } = t;
  if (process === undefined || process.input.isEnded || process.hasEnded || isFailed(t)) return;
  const data = encoder.encode(line);
  const { offset, confirmed } = process.input;
  t.effects.push({ type: "write", agentId: process.id, offset, data, isRequest });
  t.update({ input: { ...process.input, offset: offset + data.length } });
  const waiting = offset + data.length - confirmed;
  // Answers cannot be refused, nor kept for ever.
  if (waiting > 2 * maxWaitingBytes + data.length)
    t.signals.push({ type: "backlog_overflow", message: backlogError(waiting).message });
}

/** Throws `overflow` while the agent does not read what it was told before. */
export function throwIfBacklogFull({ process }: Transition): void {
  const waiting = process === undefined ? 0 : process.input.offset - process.input.confirmed;
  if (waiting > maxWaitingBytes) throw backlogError(waiting);
}

function isFailed({ agent }: Transition): boolean {
  return agent.at === "ending" && agent.why === "failed";
}

function backlogError(queuedBytes: number): BridleError<"overflow"> {
  const message = `the agent does not read its input: ${queuedBytes} bytes wait for it; interrupt the turn or close the session`;
  return new BridleError("overflow", message, { queuedBytes, maxQueuedBytes: maxWaitingBytes });
}
