import { join } from "node:path";
import type { Fields } from "../../wire/fields.ts";
import { configFolder } from "../folders/home-folders.ts";
import { chooseProvider } from "../model/choose-provider.ts";

/** Claude Code's commands that a host may try. A prompt is more than one of these words. */
const known = [
  "agents",
  "auth",
  "config",
  "doctor",
  "install",
  "mcp",
  "migrate-installer",
  "plugin",
  "setup-token",
  "update",
];

/** Answers what hosts ask before they start an agent; false when the arguments are for the agent itself. */
export async function runSubcommand(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const [command, subcommand] = argv;
  if (command === undefined || !known.includes(command)) return false;
  if (command === "auth" && subcommand === "status") {
    const status = await authStatus(env);
    process.stdout.write(`${JSON.stringify(status, undefined, 2)}\n`);
    if (!status.loggedIn) process.exitCode = 1;
  } else {
    process.stderr.write(`bridle-agent has no command ${command}: it is an agent that speaks as Claude Code does.\n`);
    process.exitCode = 1;
  }
  return true;
}

/** The scripted model needs no login: whoever asked for it is not logged out. */
async function authStatus(env: NodeJS.ProcessEnv): Promise<Fields & { readonly loggedIn: boolean }> {
  const { name, apiKeySource } = await chooseProvider({ env });
  const configDirectory = configFolder(env) ?? "";
  const hasKey = apiKeySource !== "none";
  return {
    loggedIn: hasKey || name === "scripted",
    authMethod: hasKey ? "api_key" : "none",
    apiProvider: name === "anthropic" ? "firstParty" : name,
    analyticsDisabled: true,
    projectsDirectory: join(configDirectory, "projects"),
    configDirectory,
    ...(hasKey && { apiKeySource }),
  };
}
