import type { Notice } from "./notice.ts";

interface OldWay {
  /** What is old, and what to do instead. */
  readonly message: string;
  /** Who sees it, and says so. */
  readonly reportedBy: string;
  readonly before: string;
  readonly after: string;
}

/** Old ways that still work, with what to do about each. */
export const deprecations = {
  allow_without_input: {
    message:
      "An allow without `updatedInput` is refused by Claude Code up to 2.1.197. Send the tool's input back as `updatedInput`.",
    reportedBy: "an agent made with `bridle/agent`, when its host answers so",
    before: '{"behavior":"allow"}',
    after: '{"behavior":"allow","updatedInput":{"command":"ls"}}',
  },
  question_option_strings: {
    message:
      "Questions with string options or `multi_select` are an old form. Send options as {label, description} and `multiSelect`.",
    reportedBy: "the host library and the daemon, when an agent asks so",
    before: '{"question":"Which?","options":["A","B"],"multi_select":false}',
    after:
      '{"question":"Which?","header":"Choice","options":[{"label":"A","description":"the first"}],"multiSelect":false}',
  },
  control_action: {
    message:
      'Messages like {"type":"control","action":"interrupt"} end Claude Code up to 2.0.76. Send a `control_request` with subtype `interrupt`.',
    reportedBy: "an agent made with `bridle/agent` that speaks Claude Code's dialect, when its host sends one",
    before: '{"type":"control","action":"interrupt"}',
    after: '{"type":"control_request","request_id":"1","request":{"subtype":"interrupt"}}',
  },
  argv_prompt: {
    message: "A prompt in the arguments is ignored with --input-format stream-json. Send it as a `user` line.",
    reportedBy:
      "an agent made with `bridle/agent`; the host library, of `executableArgs` and `extraArgs`; the daemon, of `agents.NAME.args`",
    before: 'claude --input-format stream-json -p "Run the tests."',
    after: '{"type":"user","message":{"role":"user","content":"Run the tests."}}',
  },
} as const satisfies { readonly [name: string]: OldWay };

export type Deprecation = keyof typeof deprecations;

/** Warns of each deprecation once. */
export class DeprecationWarnings {
  readonly #warned = new Set<Deprecation>();

  warn(deprecation: Deprecation): Notice | undefined {
    if (this.#warned.has(deprecation)) return undefined;
    this.#warned.add(deprecation);
    const message = `${deprecations[deprecation].message} See docs/deprecations.md#${deprecation}.`;
    return { code: "deprecation", level: "warn", message };
  }
}

/** Is a prompt given to an agent by its arguments, where it reads prompts from its input? */
export function hasArgvPrompt(args: readonly string[]): boolean {
  return args.some((arg, at) => {
    const inOne = /^(-p|--print)=(.+)$/s.exec(arg)?.[2];
    const next = arg === "-p" || arg === "--print" ? args[at + 1] : undefined;
    const prompt = inOne ?? next;
    return prompt !== undefined && prompt !== "" && !prompt.startsWith("-");
  });
}
