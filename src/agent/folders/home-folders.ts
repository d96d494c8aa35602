import { join } from "node:path";
import { homeFolder, namedFolder, xdgFolder } from "../../files/home-folder.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where Claude Code has its configuration; undefined where there is no home. */
export function configFolder(env: Environment): string | undefined {
  const home = homeFolder(env);
  return ownConfigFolder(env) ?? (home === undefined ? undefined : join(home, ".claude"));
}

/** `$CLAUDE_CONFIG_DIR`. */
export function ownConfigFolder(env: Environment): string | undefined {
  return namedFolder(env, "CLAUDE_CONFIG_DIR");
}

/** What Claude Code knows of a person's projects. */
export function claudeJson(env: Environment): string | undefined {
  const folder = ownConfigFolder(env) ?? homeFolder(env);
  return folder === undefined ? undefined : join(folder, ".claude.json");
}

/** Where Bridle keeps what a person told it once for all projects. */
export function bridleConfigFolder(env: Environment): string | undefined {
  const folder = xdgFolder(env, "XDG_CONFIG_HOME", ".config");
  return folder === undefined ? undefined : join(folder, "bridle");
}

/** Where what decides over all projects is kept: the person's settings, whom they trust, a daemon's rules. */
export function guardedFolders(env: Environment): string[] {
  const home = namedFolder(env, "BRIDLE_HOME");
  const folders = [configFolder(env), bridleConfigFolder(env), home && join(home, "config")];
  return folders.filter((folder) => folder !== undefined);
}

/** What a person should mend: variables that name a folder nobody can know without knowing where they were set. */
export function unusedFolders(env: Environment): string[] {
  return ["HOME", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME"]
    .filter((name) => env[name] && namedFolder(env, name) === undefined)
    .map((name) => `${name} is not used, since it is no absolute path: set it to one`);
}
