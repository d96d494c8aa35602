import { BridleError } from "../errors.ts";
import { Redactor } from "../record/redact.ts";
import { secretValues } from "../record/secret-values.ts";
import type { Exit, Transport } from "../transport/transport.ts";

/** Why nothing more comes: how the agent ended and its last words, where they were kept, without secrets. */
export function closedError(exit: Exit, lastWords: string, env: NodeJS.ProcessEnv): BridleError<"closed"> {
  const stderr = redacted(lastWords, env);
  const words = stderr === "" ? "" : `: ${stderr.trim().slice(-500)}`;
  return new BridleError("closed", `the agent ${how(exit)}${words}`, { ...exit, stderr });
}

function redacted(lastWords: string, env: NodeJS.ProcessEnv): string {
  return lastWords === "" ? "" : new Redactor(secretValues(env)).cutText(lastWords);
}

function how({ exitCode, signal }: Exit): string {
  if (signal !== null) return `was ended by ${signal}`;
  return exitCode === null ? "is being ended" : `exited with ${exitCode}`;
}

/** For an agent that SIGKILL did not end, and that is no longer waited for. */
export function notEnded(agent: Pick<Transport, "pid" | "stderrTail">, env = process.env): BridleError<"closed"> {
  const message = `the agent (pid ${agent.pid ?? "unknown"}) is still there after SIGKILL, and was given up`;
  const stderr = redacted(agent.stderrTail(), env);
  return new BridleError("closed", message, { exitCode: null, signal: null, stderr });
}

/** An adapter called what the agent said fatal. */
export function protocolFatal(word: string, adapter: string): BridleError<"protocol_fatal"> {
  return new BridleError("protocol_fatal", `${adapter} refuses to go on after ${word}`, { word, adapter });
}
