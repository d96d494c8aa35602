import type { Step } from "../script/script.ts";
import { promptWith } from "../script/scripted-prompt.ts";
import type { Fault } from "./fault.ts";

/** What a twin does. Plain JSON. */
export interface TwinScript {
  /** What each turn says, up to its first step without tools. A prompt may bring its own. */
  readonly steps?: readonly Step[];
  readonly faults?: readonly Fault[];
  /** Says a step in one go: it neither waits for a slow reader nor hears anything meanwhile. */
  readonly heedless?: boolean;
}

/** What a twin says that nobody told what to say. */
export const defaultSteps: readonly Step[] = [{ text: "ok" }];

/** A prompt that tells the twin what to do in its turn. Its faults count from here. */
export function twinPrompt(script: TwinScript): string {
  return promptWith({ steps: defaultSteps, ...script });
}

/** Where a twin finds its script unless a flag gives it. */
export const scriptVariable = "BRIDLE_SCRIPT";
