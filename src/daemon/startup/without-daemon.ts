import { environmentName, settingKeys } from "../config/settings.ts";

/** How programs find a daemon and come in, and what it is set to. */
const ofDaemon: ReadonlySet<string> = new Set([
  ...["BRIDLE_HOME", "BRIDLE_ADDRESS", "BRIDLE_TOKEN"],
  ...settingKeys.map(environmentName),
]);

/** The environment that agents inherit: nothing in it leads to the daemon. What the settings give an agent stays theirs. */
export function withoutDaemon(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ofDaemon.has(name)));
}
