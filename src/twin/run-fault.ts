import { encodeLine } from "../wire/encode-line.ts";
import type { Fields } from "../wire/fields.ts";
import type { AnytimeActions, Fault } from "./fault.ts";
import { garbage } from "./garbage.ts";
import type { OutputAction } from "./output-action.ts";
import type { TwinBody } from "./twin-body.ts";

/** What of a twin a fault may touch besides its output. */
export interface FaultTarget {
  readonly body: TwinBody;
  readonly input: InputControl;
}

export interface InputControl {
  ignoreEnd(): void;
  /** Infinity: for ever. */
  stopReading(ms: number): void;
}

/** What has to be done to the output for a fault. What concerns the input and signals is done at once. */
export function runFault(fault: Fault, target: FaultTarget, heard?: Fields): OutputAction[] {
  for (const [action, begin] of Object.entries(actions)) {
    if (action in fault) return begin(fault[action as keyof Fault] as never, { ...target, heard });
  }
  return [];
}

type Actions = {
  readonly [A in keyof AnytimeActions]: (
    value: AnytimeActions[A],
    context: FaultTarget & { readonly heard: Fields | undefined },
  ) => OutputAction[];
};

const actions: Actions = {
  say: (lines) => lines.map((line) => ({ write: encodeLine(line) })),
  write: (bytes) => [{ write: typeof bytes === "string" ? bytes : Buffer.from(bytes.base64, "base64") }],
  garbage: (kind) => [{ write: garbage(kind) }],
  stall: (ms) => [{ pauseMs: duration(ms) }],
  exit: (exit) => [{ exit }],
  stderr: ({ text, repeat = 1 }, { body }) => [
    {
      run: () => {
        for (let n = 0; n < repeat; n++) body.writeStderr(text);
      },
    },
  ],
  ignore: (what, { body, input }) => {
    if (what === "SIGTERM") body.ignoreSigterm();
    else input.ignoreEnd();
    return [];
  },
  deaf: (ms, { input }) => {
    input.stopReading(duration(ms));
    return [];
  },
  grandchild: (grandchild, { body }) => [{ run: () => body.startGrandchild(grandchild) }],
  echo: (_, { heard }) => (heard === undefined ? [] : [{ write: encodeLine({ type: "twin_heard", heard }) }]),
};

function duration(ms: number | "forever"): number {
  return ms === "forever" ? Number.POSITIVE_INFINITY : ms;
}
