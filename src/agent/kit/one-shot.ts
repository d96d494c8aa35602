import type { SpokenFrame } from "../dialect/voice.ts";
import type { AgentFlags } from "../flags/agent-flags.ts";
import type { LineOutput } from "./line-output.ts";
import type { Streams } from "./standard-streams.ts";

/** How long a prompt waits for more of it on a standard input that is open and silent. */
const silenceMs = 3_000;

/** The prompt of a one-shot: the argument, and what was piped in. Undefined: there is none. */
export async function oneShotPrompt(
  flags: { readonly prompt?: string | undefined },
  streams: Pick<Streams, "input" | "inputIsTerminal">,
): Promise<string | undefined> {
  const piped = streams.inputIsTerminal ? "" : await readAll(streams.input, flags.prompt === undefined);
  const parts = [flags.prompt, piped.trim() === "" ? undefined : piped].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join("\n");
}

/** Everything there is. Where a prompt is given already, silence means that nothing will come. */
async function readAll(input: AsyncIterable<Uint8Array>, isNeeded: boolean): Promise<string> {
  const chunks: Uint8Array[] = [];
  const iterator = input[Symbol.asyncIterator]();
  const silence = Promise.withResolvers<"silent">();
  const timer = isNeeded ? undefined : setTimeout(() => silence.resolve("silent"), silenceMs);
  for (;;) {
    const next = await Promise.race([iterator.next(), silence.promise]);
    clearTimeout(timer);
    if (next === "silent" || next.done) break;
    chunks.push(next.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Where the frames of a one-shot go: only the result counts, unless all are wanted. */
export class OneShotOutput {
  readonly #flags: AgentFlags;
  readonly #output: LineOutput;
  readonly #frames: SpokenFrame[] = [];

  constructor(flags: AgentFlags, output: LineOutput) {
    this.#flags = flags;
    this.#output = output;
  }

  emit(frame: SpokenFrame): void {
    const isWanted = frame.type === "result" || (this.#flags.verbose && this.#flags.outputFormat === "json");
    if (isWanted) this.#frames.push(frame);
  }

  end(): void {
    const result = this.#frames.findLast(({ type }) => type === "result");
    if (this.#flags.outputFormat === "json") {
      const printed = this.#flags.verbose ? this.#frames : result;
      if (printed !== undefined) this.#output.write(`${JSON.stringify(printed)}\n`);
    } else if (result !== undefined) {
      this.#output.write(`${answerOf(result)}\n`);
    }
  }
}

function answerOf({ result, errors, subtype, terminal_reason }: SpokenFrame): string {
  if (typeof result === "string") return result;
  if (terminal_reason === "aborted_tools" || terminal_reason === "aborted_streaming") return "Execution error";
  const limit = subtype === "error_max_turns" && /\((\d+)\)/.exec(String(errors))?.[1];
  if (limit) return `Error: Reached max turns (${limit})`;
  return Array.isArray(errors) ? `Error: ${errors.join("; ")}` : "Error";
}
