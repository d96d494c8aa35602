import { setImmediate as turn } from "node:timers/promises";
import { readAgentFlags } from "../../src/agent/flags/agent-flags.ts";
import { CommandHooks } from "../../src/agent/hook/command-hooks.ts";
import { configuredHooks } from "../../src/agent/hook/configured-hooks.ts";
import { SessionPermissions } from "../../src/agent/permission/session-permissions.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { type HookCase, hookCase } from "./hook-cases.ts";
import { expectedOf } from "./hook-oracle.ts";
import { Random } from "./random.ts";

const inputs: { readonly [tool: string]: Fields } = {
  Bash: { command: "touch made" },
  Write: { file_path: "made", content: "x" },
};

/** Random hooks of random settings, against what the oracle says must come of them. Gives how often each came. */
export async function fuzzHooks(cases: number, seed: number): Promise<{ readonly [expected: string]: number }> {
  const random = new Random(seed);
  const permissions = new SessionPermissions(readAgentFlags(["--bare", "--setting-sources="]), "/nowhere", {});
  const seen: { [expected: string]: number } = { deny: 0, ask: 0, allow: 0, none: 0 };
  for (let number = 0; number < cases; number++) {
    const made = hookCase(random);
    const expected = expectedOf(made);
    const found = await decided(made, permissions, random);
    seen[expected] = (seen[expected] ?? 0) + 1;
    if (found !== expected)
      throw new Error(`seed ${seed}, case ${number}: ${found} instead of ${expected}\n${told(made)}`);
  }
  return seen;
}

async function decided(made: HookCase, permissions: SessionPermissions, random: Random): Promise<string> {
  const { hooks } = configuredHooks(made.parts);
  const delays = new Random(random.below(1e9));
  const commands = new CommandHooks(
    {
      cwd: "/nowhere",
      env: () => ({}),
      configured: () => hooks,
      fit: (condition, call) => permissions.fit(condition, call),
      notice: () => {},
      onLateContext: () => {},
      reportsEvents: false,
    },
    // They end in any order.
    async ({ command, onFirstLine }) => {
      const [first = ""] = made.ends.get(command)?.stdout.split("\n", 1) ?? [];
      if (made.ends.get(command)?.isCut === false) onFirstLine?.(first);
      await turn();
      for (let turns = delays.below(3); turns > 0; turns--) await turn();
      const end = made.ends.get(command);
      if (end === undefined) throw new Error(`${command} was never written`);
      return end;
    },
  );
  const input = { tool_name: made.tool, tool_input: inputs[made.tool] ?? {}, hook_event_name: "PreToolUse" };
  const place = { subject: made.tool, toolUseId: "t", signal: new AbortController().signal };
  const { decision, stops } = await commands.call("PreToolUse", input, place);
  await commands.close();
  return stops === undefined ? (decision ?? "none") : "deny";
}

function told({ parts, ends, tool }: HookCase): string {
  return JSON.stringify({ tool, parts, ends: Object.fromEntries(ends) }, null, 1);
}
