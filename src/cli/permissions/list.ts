import { toJson } from "@bufbuild/protobuf";
import type { BridleClient } from "../../api/client.ts";
import { RewriteInForceSchema, RuleEffect, RuleInForceSchema } from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { plain, printJson, table } from "../output.ts";

interface ListOptions {
  readonly cwd?: string;
  readonly json?: true;
}

/** Prints the rules that hold in a folder. */
export async function printRules(client: BridleClient, { cwd = process.cwd(), json }: ListOptions): Promise<void> {
  const { rules, problems, defaultMode, rewrites } = await client.daemon.listRules({ cwd });
  for (const problem of problems) process.stderr.write(`${plain(problem)}\n`);
  if (json) {
    for (const rule of rules) printJson(toJson(RuleInForceSchema, rule));
    for (const rewrite of rewrites) printJson({ rewrite: toJson(RewriteInForceSchema, rewrite) });
    return;
  }
  const rows = [
    ...rules.map(({ text, effect, scope, file }) => [effectName(effect), text, scope, file]),
    ...rewrites.map(({ rule, change, file }) => ["rewrite", `${rule} → ${change}`, "daemon", file]),
  ];
  const none = `no rule holds here; the mode is ${defaultMode}`;
  process.stdout.write(rows.length === 0 ? `${none}\n` : `${table([["effect", "rule", "scope", "file"], ...rows])}\n`);
}

export function effectName(effect: RuleEffect): string {
  return RuleEffect[effect].toLowerCase();
}
