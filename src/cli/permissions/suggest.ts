import { toJson } from "@bufbuild/protobuf";
import type { BridleClient } from "../../api/client.ts";
import { type SuggestedRule, SuggestedRuleSchema, type UseText } from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { oneLine, plain, printJson, styled } from "../output.ts";

export interface SuggestOptions {
  readonly days: number;
  readonly least: number;
  readonly json?: true;
}

const dayMs = 86_400_000;

/** Prints rules that would have answered what people always allowed, and how to write them down. */
export async function printSuggestions(
  client: BridleClient,
  { days, least: minUses, json }: SuggestOptions,
): Promise<void> {
  const sinceMs = BigInt(Date.now() - days * dayMs);
  const { suggestions } = await client.daemon.suggestRules({ sinceMs, minUses });
  for (const one of suggestions) {
    if (json) printJson(toJson(SuggestedRuleSchema, one));
    else process.stdout.write(`${suggestionLines(one).join("\n")}\n\n`);
  }
  if (suggestions.length === 0) process.stderr.write("nothing was always allowed that a rule could answer\n");
}

function suggestionLines({ rule, cwd, covered, coveredUses, left, leftUses }: SuggestedRule): string[] {
  return [
    styled("bold", rule, process.stdout),
    `  would have answered ${covered} asks:`,
    ...coveredUses.map(useLine),
    ...(left === 0 ? [] : [`  and not ${left} others of this tool:`, ...leftUses.map(useLine)]),
    plain(`  bridle permissions add --allow ${quoted(rule)} --scope local --cwd ${quoted(cwd)}`),
  ];
}

function useLine({ toolName, inputText }: UseText): string {
  return `    ${oneLine(`${toolName} ${inputText}`, 100)}`;
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
