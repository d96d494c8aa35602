import type { OpenOptions } from "../../src/exports/host.ts";
import type { Fault, Step, TwinScript } from "../../src/exports/testing.ts";
import { twinExecutable } from "../../src/twin/twin-executable.ts";
import { twinPrompt } from "../../src/twin/twin-script.ts";
import { type MarkedOptions, markedOptions, type OpenedAgent, openMarked } from "./open-agent.ts";

/** Starts a twin as a process of its own. */
export function openTwin(script: TwinScript, options: OpenOptions = {}): Promise<OpenedAgent> {
  return openMarked(twinOptions(script, options));
}

export function twinOptions(script: TwinScript, options: OpenOptions = {}): MarkedOptions {
  return markedOptions(twinExecutable(script).args, { partialMessages: true, ...options });
}

export const delta = "stream_event/content_block_delta";

/** Leaves nothing of a turn but `init`, the deltas and the result. */
export const bare: readonly Fault[] = [
  ...["command_lifecycle", "user", "assistant", "stream_event/message_start", "stream_event/content_block_start"],
  ...["stream_event/content_block_stop", "stream_event/message_delta", "stream_event/message_stop"],
].map((line) => ({ at: { line }, drop: true, times: "every" }));

/** Reads everything, says nothing, and goes on at end of input. */
export const silent: TwinScript = {
  faults: [
    { at: "start", stall: "forever" },
    { at: "start", ignore: "end_of_input" },
  ],
};

/** Asks once and waits. */
export const asksOnce: TwinScript = { steps: [{ tools: [{ name: "Bash", input: { command: "ls" } }] }] };

export const refusesInitialize: TwinScript = {
  faults: [{ at: { line: "control_response/initialize" }, refuse: { error: "not today" } }],
};

/** Ends with code 0 while a prompt waits for its result. */
export const exitsWithPromptOpen: TwinScript = {
  faults: [...bare, { at: { line: "system/init", after: true }, exit: { code: 0 } }],
};

/** Ends in the middle of its second delta. */
export const exitsInMidLine: TwinScript = {
  steps: [{ text: "ab", chunks: 2 }],
  faults: [...bare, { at: { line: delta, nth: 2 }, exit: { code: 1, written: "half" } }],
};

/** 20 MB on stderr, before and after the turn's start; a code of its own at end of input. */
export const complains: TwinScript = {
  faults: [
    { at: { line: "system/init" }, stderr: { text: "complaint ".repeat(655), repeat: 1600 } },
    { at: { line: "system/init", after: true }, stderr: { text: "complaint ".repeat(655), repeat: 1600 } },
    { at: { line: "system/init", after: true }, stderr: { text: "the very last words\n" } },
    { at: "end_of_input", exit: { code: 5 } },
  ],
};

/** Says a hundred deltas and ends in good order; what it started lives on, and holds its stdout unless told. */
export function leavesProcesses(holdsOutput = true): TwinScript {
  const held: readonly Fault[] = [{ at: { line: "system/init" }, grandchild: { holdsOutput: true } }];
  return {
    steps: [numbers(100)],
    heedless: true,
    faults: [
      ...bare,
      ...(holdsOutput ? held : []),
      { at: { line: "system/init" }, grandchild: {} },
      { at: { line: "result", after: true }, exit: { code: 0 } },
    ],
  };
}

/** Numbers from 0, a delta each. */
export function numbers(count: number): Step {
  return { text: Array.from({ length: count }, (_, n) => numberText(n)).join(""), chunks: count };
}

export function numberText(n: number): string {
  return String(n).padStart(6, "0");
}

/** A prompt for as many numbers. */
export function flood(count: number): string {
  return twinPrompt({ steps: [numbers(count)] });
}
