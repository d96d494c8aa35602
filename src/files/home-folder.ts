import { isAbsolute, join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder that a variable names. One that is not absolute is another one in every working folder, and may have come
 * with a project: it is taken for none, as XDG says.
 */
export function namedFolder(env: Environment, name: string): string | undefined {
  const folder = env[name];
  return folder !== undefined && isAbsolute(folder) ? resolve(folder) : undefined;
}

/** The person's home; undefined in an environment that names none: that must not reach anybody's own files. */
export function homeFolder(env: Environment): string | undefined {
  return namedFolder(env, "HOME") ?? namedFolder(env, "USERPROFILE");
}

/** A base folder of XDG, else the one `below` the home that stands in for it. */
export function xdgFolder(env: Environment, name: `XDG_${string}`, below: string): string | undefined {
  const home = homeFolder(env);
  return namedFolder(env, name) ?? (home === undefined ? undefined : join(home, below));
}
