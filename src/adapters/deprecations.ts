import type { Notice } from "./notice.ts";

/** Old ways that still work, with what to do about each. */
export const deprecations = {
  allow_without_input:
    "An allow without `updatedInput` is refused by Claude Code up to 2.1.197. Send the tool's input back as `updatedInput`.",
  question_option_strings:
    "Questions with string options or `multi_select` are an old form. Send options as {label, description} and `multiSelect`.",
  control_action:
    'Messages like {"type":"control","action":"interrupt"} end Claude Code up to 2.0.76. Send a `control_request` with subtype `interrupt`.',
  argv_prompt: "A prompt in the arguments is ignored with --input-format stream-json. Send it as a `user` line.",
} as const;

export type Deprecation = keyof typeof deprecations;

/** Warns of each deprecation once. */
export class DeprecationWarnings {
  readonly #told = new Set<Deprecation>();

  warn(deprecation: Deprecation): Notice | undefined {
    if (this.#told.has(deprecation)) return undefined;
    this.#told.add(deprecation);
    return { code: "deprecation", level: "warn", message: deprecations[deprecation] };
  }
}
