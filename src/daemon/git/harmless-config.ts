/** A setting of git with where it comes from. */
interface GitSetting {
  /** `system`, `global`, `local`, `worktree`, `command`. */
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/** What `git config --list --show-scope -z` printed. */
export function readSettings(output: string): GitSetting[] {
  const parts = output.split("\0");
  const settings: GitSetting[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope = "", entry = ""] = [parts[at], parts[at + 1]];
    const end = entry.indexOf("\n");
    // A key without a value means true.
    settings.push({
      scope,
      key: end < 0 ? entry : entry.slice(0, end),
      value: end < 0 ? "true" : entry.slice(end + 1),
    });
  }
  return settings;
}

/** Above everything that a repository says: nothing of it is run, and output looks the same everywhere. */
const fixed: readonly (readonly [string, string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  // A folder that is laid out like a repository is none.
  ["safe.bareRepository", "explicit"],
  ["core.pager", "cat"],
  ["core.quotePath", "false"],
  ["log.showSignature", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["submodule.recurse", "false"],
  ["diff.ignoreSubmodules", "dirty"],
  ["status.submoduleSummary", "false"],
  ["protocol.allow", "never"],
];

/** Filters are programs that git runs when it reads or writes files. */
const filterKey = /^filter\.(.*)\.(clean|smudge|process|required)$/s;

/**
 * Settings that go before all others. A filter that the person or the system has set up (LFS, mostly) works on; one that a
 * repository brings does not, since whoever can write its configuration would run programs.
 */
export function harmlessConfig(settings: readonly GitSetting[]): (readonly [string, string])[] {
  const isTheirs = ({ scope }: GitSetting): boolean => scope === "system" || scope === "global";
  const names = new Set<string>();
  for (const setting of settings) {
    const name = filterKey.exec(setting.key)?.[1];
    if (name !== undefined && !isTheirs(setting)) names.add(name);
  }
  const own = [...names].flatMap((name) =>
    filterParts.map(([part, none]): readonly [string, string] => {
      const key = `filter.${name}.${part}`;
      return [key, settings.findLast((setting) => setting.key === key && isTheirs(setting))?.value ?? none];
    }),
  );
  return [...fixed, ...own];
}

const filterParts: readonly (readonly [string, string])[] = [
  ["clean", ""],
  ["smudge", ""],
  ["process", ""],
  ["required", "false"],
];

/** By variables, since a name may hold `=`, at which `-c` would cut it. */
export function configVariables(config: readonly (readonly [string, string])[]): { [name: string]: string } {
  const variables: { [name: string]: string } = { GIT_CONFIG_COUNT: String(config.length) };
  for (const [at, [key, value]] of config.entries()) {
    variables[`GIT_CONFIG_KEY_${at}`] = key;
    variables[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  return variables;
}
