import * as z from "zod/mini";
import { looseFlag, looseInteger, systemText, type ToolInput, toolInput } from "./tool-input.ts";

export interface GrepInput {
  readonly pattern: string;
  readonly path?: string | undefined;
  readonly glob?: string | undefined;
  readonly type?: string | undefined;
  readonly output_mode: "content" | "files_with_matches" | "count";
  readonly "-A"?: number | undefined;
  readonly "-B"?: number | undefined;
  readonly "-C"?: number | undefined;
  readonly "-n": boolean;
  readonly "-i": boolean;
  readonly multiline: boolean;
  readonly head_limit: number;
  readonly offset: number;
}

export const grepInput: ToolInput<GrepInput> = toolInput("Grep", () => {
  const lines = z.optional(looseInteger(z.gte(0), z.lte(maxContext)));
  return z.object({
    pattern: systemText().check(z.minLength(1)),
    path: z.optional(systemText().check(z.minLength(1))),
    glob: z.optional(systemText()),
    type: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_+-]+$/))),
    output_mode: z._default(z.enum(["content", "files_with_matches", "count"]), "files_with_matches"),
    "-A": lines,
    "-B": lines,
    "-C": lines,
    "-n": z._default(looseFlag(), true),
    "-i": z._default(looseFlag(), false),
    multiline: z._default(looseFlag(), false),
    head_limit: z._default(looseInteger(z.gte(0)), 250),
    offset: z._default(looseInteger(z.gte(0)), 0),
  });
});

const maxContext = 1_000;
