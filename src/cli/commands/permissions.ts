import { toJson } from "@bufbuild/protobuf";
import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import {
  ExplainToolUseResponseSchema,
  type Explanation,
  RuleEffect,
  RuleInForceSchema,
} from "../../api/gen/bridle/v1/daemon_service_pb.js";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { plain, printJson, table } from "../output.ts";
import { allOptions, folder, usage } from "../read-argument.ts";

interface PermissionOptions extends ClientOptions {
  readonly cwd?: string;
  readonly mode?: string;
  readonly tool: string;
}

const examples = `
Examples:
  bridle permissions                                 the rules that hold here
  bridle permissions why "git push --force"          which one decides about a command
  bridle permissions why --tool Read '{"file_path":".env"}'
  bridle permissions why "npm test" --mode acceptEdits --json

The rules are the daemon's own and those of the settings files that agents read in the folder. Nothing is run.`;

/** `bridle permissions`: what is allowed here, and by which rule. */
export const permissions: CliCommand = {
  register: (program) => {
    const command = withDaemonOptions(program.command("permissions").alias("rules"))
      .description("which rules hold in a folder, and which one decides about a tool use")
      .option("--cwd <folder>", "the folder; this one unless told", folder)
      .addHelpText("after", examples)
      .action((options: PermissionOptions) => withClient(options, (client) => list(client, options)));
    withDaemonOptions(command.command("why"))
      .description("which rule decides about a tool use")
      .argument("<input>", "a command; or, with --tool, the tool's input as JSON")
      .option("--tool <name>", "a tool other than Bash", "Bash")
      .option("--mode <mode>", "in this permission mode")
      .option("--cwd <folder>", "the folder; this one unless told", folder)
      .action((input: string, _: object, sub: Command) => {
        const options = allOptions<PermissionOptions>(sub);
        const inputJson = inputOf(input, options.tool);
        if (inputJson === undefined)
          return usage(sub, 'the input of a tool is a JSON object, such as {"file_path":".env"}');
        return withClient(options, (client) => explain(client, inputJson, options));
      });
  },
};

async function list(client: BridleClient, { cwd = process.cwd(), json }: PermissionOptions): Promise<void> {
  const { rules, problems, defaultMode } = await client.daemon.listRules({ cwd });
  if (json) {
    for (const rule of rules) printJson(toJson(RuleInForceSchema, rule));
    return;
  }
  const rows = rules.map(({ text, effect, scope, file }) => [effectName(effect), text, scope, file]);
  const none = `no rule holds here; the mode is ${defaultMode}`;
  process.stdout.write(rows.length === 0 ? `${none}\n` : `${table([["effect", "rule", "scope", "file"], ...rows])}\n`);
  for (const problem of problems) process.stderr.write(`${plain(problem)}\n`);
}

/** A command as it is, or an object; undefined for what is neither. `{ a; }` is a command. */
function inputOf(text: string, tool: string): string | undefined {
  try {
    const input: unknown = JSON.parse(text);
    if (typeof input === "object" && input !== null && !Array.isArray(input)) return text;
  } catch {
    // Told below.
  }
  return tool === "Bash" ? JSON.stringify({ command: text }) : undefined;
}

async function explain(client: BridleClient, inputJson: string, options: PermissionOptions): Promise<void> {
  const { cwd = process.cwd(), mode: permissionMode = "", tool: toolName, json } = options;
  const answer = await client.daemon.explainToolUse({ cwd, toolName, inputJson, permissionMode });
  if (json) return printJson(toJson(ExplainToolUseResponseSchema, answer));
  const { effect, daemon, settings } = answer;
  const lines = [effectName(effect), ...explanationLines("daemon", daemon), ...explanationLines("settings", settings)];
  process.stdout.write(`${lines.map(plain).join("\n")}\n`);
}

function explanationLines(whose: string, explanation: Explanation | undefined): string[] {
  if (explanation === undefined) return [`${whose}: no rule speaks of it`];
  const { text, parts } = explanation;
  const own = parts.length < 2 ? [] : parts.map((part) => `  ${effectName(part.effect)}  ${part.text}: ${part.reason}`);
  return [`${whose}: ${text}`, ...own];
}

function effectName(effect: RuleEffect): string {
  return RuleEffect[effect].toLowerCase();
}
