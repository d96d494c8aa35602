import { type Command, Option } from "commander";
import { ruleScopes } from "../../daemon/rules/rule-edit.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions, withHome } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { type EditOptions, editsOf, makeEdits } from "../permissions/edit.ts";
import { printRules } from "../permissions/list.ts";
import { printSimulation, type SimulateOptions } from "../permissions/simulate.ts";
import { printSuggestions, type SuggestOptions } from "../permissions/suggest.ts";
import { testRules } from "../permissions/test-rules.ts";
import { inputOf, printWhy } from "../permissions/why.ts";
import { allOptions, folder, several, usage, whole } from "../read-argument.ts";

interface PermissionOptions extends ClientOptions {
  readonly cwd?: string;
  readonly mode?: string;
  readonly tool: string;
}

const examples = `
Examples:
  bridle permissions                                 the rules that hold here
  bridle permissions why "git push --force"          which one decides about a command, and about which part
  bridle permissions why --tool Read '{"file_path":".env"}'
  bridle permissions why "npm test" --mode acceptEdits --json
  bridle permissions add --deny 'Bash(git push --force:*)' --scope daemon
  bridle permissions remove --allow 'Bash(npm test *)' --scope local
  bridle permissions test                            the examples in the daemon's settings; 78 when one does not hold
  bridle permissions simulate --deny 'Bash(rm:*)' --days 7    what would have been denied
  bridle permissions simulate rules.json             the same with the rules of a file
  bridle permissions suggest                         what people always allowed, as rules

The rules are the daemon's own and those of the settings files that agents read in the folder. Nothing is run.
simulate tries the daemon's own rules on recorded tool uses; with none that are other, each gets what it got.`;

/** `bridle permissions`: what is allowed here, by which rule, and what other rules would do. */
export const permissions: CliCommand = {
  register: (program) => {
    const command = withDaemonOptions(program.command("permissions").alias("rules"))
      .description("which rules hold in a folder, which one decides about a tool use; add, remove, test and try rules")
      .option("--cwd <folder>", cwdHelp, folder)
      .addHelpText("after", examples)
      .action((options: PermissionOptions) => withClient(options, (client) => printRules(client, options)));
    withDaemonOptions(command.command("list"))
      .description("the rules that hold in a folder")
      .option("--cwd <folder>", cwdHelp, folder)
      .action((_: object, sub: Command) => {
        const options = allOptions<PermissionOptions>(sub);
        return withClient(options, (client) => printRules(client, options));
      });
    registerWhy(command);
    registerEdit(command, "add", "write rules into a settings file, once you have seen them");
    registerEdit(command, "remove", "take rules out of a settings file");
    withHome(command.command("test").argument("[file]", "another file than the daemon's settings"))
      .description("check the examples that stand beside rules")
      .action((rules: string | undefined, _: object, sub: Command) => testRules(rules, allOptions(sub)));
    registerTrials(command);
  },
};

const cwdHelp = "the folder; this one unless told";

function registerWhy(command: Command): void {
  withDaemonOptions(command.command("why"))
    .description("which rule decides about a tool use")
    .argument("<input>", "a command; or, with --tool, the tool's input as JSON")
    .option("--tool <name>", "a tool other than Bash", "Bash")
    .option("--mode <mode>", "in this permission mode")
    .option("--cwd <folder>", cwdHelp, folder)
    .action((input: string, _: object, sub: Command) => {
      const options = allOptions<PermissionOptions>(sub);
      const inputJson = inputOf(input, options.tool);
      if (inputJson === undefined)
        return usage(sub, 'the input of a tool is a JSON object, such as {"file_path":".env"}');
      return withClient(options, (client) => printWhy(client, inputJson, options));
    });
}

function registerEdit(command: Command, how: "add" | "remove", description: string): void {
  withRules(withHome(command.command(how)))
    .description(description)
    .addOption(new Option("--scope <scope>", "whose file").choices(ruleScopes).default("local"))
    .option("--cwd <folder>", "the folder of --scope project and local; this one unless told", folder)
    .option("--yes", "do not ask")
    .action(async (_: object, sub: Command) => {
      const options = allOptions<EditOptions>(sub);
      const edits = editsOf(how, options);
      if (edits === undefined) return usage(sub, "name a rule with --allow, --deny or --ask");
      if (!(await makeEdits(edits, options)))
        return usage(sub, "nothing is written; --yes writes it without a question");
    });
}

function registerTrials(command: Command): void {
  const days = ["--days <count>", "how far back", whole, 30] as const;
  withRules(withDaemonOptions(command.command("simulate")))
    .argument("[file]", "a settings file whose rules count instead of the daemon's own")
    .description("what recorded tool uses would have got under other rules")
    .option(...days)
    .action((rules: string | undefined, _: object, sub: Command) => {
      const options = allOptions<SimulateOptions & ClientOptions>(sub);
      return withClient(options, (client) => printSimulation(client, rules, options));
    });
  withDaemonOptions(command.command("suggest"))
    .description("rules for what people always allowed")
    .option(...days)
    .option("--least <count>", "how many uses a rule has to cover", whole, 2)
    .action((_: object, sub: Command) => {
      const options = allOptions<SuggestOptions & ClientOptions>(sub);
      return withClient(options, (client) => printSuggestions(client, options));
    });
}

function withRules(command: Command): Command {
  return command
    .option("--allow <rule>", "allow what it matches; may be given several times", several)
    .option("--deny <rule>", "deny what it matches", several)
    .option("--ask <rule>", "ask a person about what it matches", several);
}
