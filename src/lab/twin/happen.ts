import { encodeLine } from "../../wire/encode-line.ts";
import type { Fields } from "../../wire/fields.ts";
import type { Deed } from "./deed.ts";
import type { AnytimeActions, Fault } from "./fault.ts";
import { garbage } from "./garbage.ts";
import type { TwinBody } from "./twin-body.ts";

/** What of a twin a fault may touch besides its output. */
export interface Happening {
  readonly body: TwinBody;
  readonly ears: Ears;
}

export interface Ears {
  ignoreEnd(): void;
  /** Infinity: for ever. */
  goDeaf(ms: number): void;
}

/** What has to be done to the output for a fault. What concerns the input and signals is done at once. */
export function happen(fault: Fault, happening: Happening, heard?: Fields): Deed[] {
  for (const [action, begin] of Object.entries(actions)) {
    if (action in fault) return begin(fault[action as keyof Fault] as never, { ...happening, heard });
  }
  return [];
}

type Actions = {
  readonly [A in keyof AnytimeActions]: (
    value: AnytimeActions[A],
    context: Happening & { readonly heard: Fields | undefined },
  ) => Deed[];
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
        for (let n = 0; n < repeat; n++) body.complain(text);
      },
    },
  ],
  ignore: (what, { body, ears }) => {
    if (what === "SIGTERM") body.ignoreSigterm();
    else ears.ignoreEnd();
    return [];
  },
  deaf: (ms, { ears }) => {
    ears.goDeaf(duration(ms));
    return [];
  },
  grandchild: (grandchild, { body }) => [{ run: () => body.startGrandchild(grandchild) }],
  echo: (_, { heard }) => (heard === undefined ? [] : [{ write: encodeLine({ type: "twin_heard", heard }) }]),
};

function duration(ms: number | "forever"): number {
  return ms === "forever" ? Number.POSITIVE_INFINITY : ms;
}
