import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PermissionSettings } from "../../permission/settings/read-settings.ts";
import { readSettings } from "../../permission/settings/read-settings.ts";
import { settingsFields } from "../../permission/settings/settings-fields.ts";
import { type Fields, isFields, objects, text, texts } from "../../wire/fields.ts";
import { customFiles } from "../custom/custom-files.ts";
import { customLocations } from "../custom/custom-locations.ts";
import { readFrontmatter } from "../custom/frontmatter.ts";
import { instructionNames } from "../folders/instruction-locations.ts";
import { serversAwaitingTrust } from "../mcp/configured-servers.ts";
import { readFolderSettings } from "../permission/folder-settings.ts";
import { isHarmlessVariable } from "../permission/harmless-variables.ts";
import { TrustStore } from "../permission/trust-store.ts";
import { isInside } from "../tool/resolve-path.ts";

/** A file that counts in full only once its folder is trusted, and what it would bring then, in words and whole. */
export interface AwaitingTrust {
  readonly file: string;
  readonly brings: readonly string[];
}

/** What there is to look at before a folder is trusted. Empty: it makes no difference. */
export function awaitingTrust(folder: string, env: NodeJS.ProcessEnv): readonly AwaitingTrust[] {
  const store = new TrustStore(env);
  if (store.trusts(folder)) return [];
  const { trust, readFile } = readFolderSettings(folder, store);
  const ofSettings = (["project", "local"] as const).flatMap((scope): AwaitingTrust[] => {
    const file = `${folder}/.claude/settings${scope === "local" ? ".local" : ""}.json`;
    const json = trust[scope] ? undefined : textOf(file, readFile);
    return json === undefined ? [] : [{ file, brings: broughtBySettings(json, { file, scope, folder }) }];
  });
  const ofServers = { file: `${folder}/.mcp.json`, brings: servers(serversAwaitingTrust(folder, env)) };
  return [...ofSettings, ofServers, ...shownByLinks(folder), ...broughtByPrompts(folder)].filter(
    ({ brings }) => brings.length > 0,
  );
}

/**
 * The same of all folders that a session there takes something from. Of those above, settings are not read: only where
 * agents, commands or skills wait, there is something to ask.
 */
export function foldersAwaitingTrust(
  cwd: string,
  env: NodeJS.ProcessEnv,
): readonly { readonly folder: string; readonly awaiting: readonly AwaitingTrust[] }[] {
  const places = customLocations({ cwd, env, sources: ["project"], directories: [] });
  const above = places.flatMap(({ within }) => (within === undefined || within === cwd ? [] : [within]));
  return [cwd, ...above]
    .map((folder) => ({ folder, awaiting: awaitingTrust(folder, env) }))
    .filter(({ folder, awaiting }) => awaiting.some(({ file }) => folder === cwd || file.endsWith(".md")));
}

function textOf(file: string, readFile: (file: string) => string | undefined): string | undefined {
  try {
    return readFile(file);
  } catch {
    return undefined;
  }
}

interface Origin {
  readonly file: string;
  readonly scope: "project" | "local";
  readonly folder: string;
}

/** Empty where nothing of it waits; else all that it says, but for what holds already. */
function broughtBySettings(json: string, origin: Origin): string[] {
  const fields = settingsFields(json) ?? (json.trim() === "" ? {} : undefined);
  if (fields === undefined) return ["is damaged: mend it first, so that all of it can be shown"];
  const awaiting = [
    ...broughtByPermissions(readSettings(json, { ...origin, folder: undefined })),
    ...variables(fields.env),
    ...(fields.disableAllHooks === true ? ["turns your own hooks off (disableAllHooks)"] : []),
    ...hooks(fields.hooks),
  ];
  return awaiting.length === 0 ? [] : [...others(fields), ...awaiting];
}

function broughtByPermissions({ rules, additionalDirectories, defaultMode }: PermissionSettings): string[] {
  return [
    ...rules.filter(({ effect }) => effect === "allow").map((rule) => `allows ${rule.text}`),
    ...additionalDirectories.map((folder) => `may use the folder ${folder}`),
    ...(defaultMode === "acceptEdits" ? ["edits files without asking (acceptEdits)"] : []),
  ];
}

function variables(env: unknown): string[] {
  return Object.entries(isFields(env) ? env : {})
    .filter(([name, value]) => !isHarmlessVariable(name, String(value)))
    .map(([name, value]) => `sets ${name}=${String(value)}`);
}

function servers(named: Fields): string[] {
  return Object.entries(named).map(([name, server]) => {
    const { command, args, url, env }: Fields = isFields(server) ? server : {};
    const program = [text(command) ?? text(url) ?? JSON.stringify(server), ...texts(args).map(quoted)].join(" ");
    const with_ = Object.entries(isFields(env) ? env : {}).map(([key, value]) => `${key}=${quoted(String(value))} `);
    return `starts the server ${name}: ${with_.join("")}${program}`;
  });
}

function hooks(written: unknown): string[] {
  if (written === undefined) return [];
  if (!isFields(written)) return [`has hooks that cannot be read: ${JSON.stringify(written)}`];
  return Object.entries(written).flatMap(([event, groups]) =>
    objects(groups).flatMap((group) =>
      objects(group.hooks).map((hook) => {
        const matcher = text(group.matcher);
        const program = [text(hook.command) ?? JSON.stringify(hook), ...texts(hook.args).map(quoted)].join(" ");
        return `runs at ${event}${matcher ? ` (${matcher})` : ""}: ${program}`;
      }),
    ),
  );
}

/** What is in the settings beside it: nobody should have to guess. */
function others(fields: Fields): string[] {
  const covered = new Set(["$schema", "permissions", "hooks", "disableAllHooks"]);
  return Object.entries(fields)
    .filter(([name]) => !covered.has(name) && !(name === "env" && variables(fields.env).length > 0))
    .map(([name, value]) => `says ${name}: ${JSON.stringify(value)}`);
}

/** Instructions that are somewhere else, and may be anything. */
function shownByLinks(folder: string): AwaitingTrust[] {
  return instructionNames.flatMap((name): AwaitingTrust[] => {
    const file = join(folder, name);
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
    const real = realpathSync(file);
    return isInside(real, realpathSync(folder)) ? [] : [{ file, brings: [`shows the model ${real}`] }];
  });
}

/** The hooks of its agents, commands and skills. */
function broughtByPrompts(folder: string): AwaitingTrust[] {
  // Nobody's own: those of this folder alone.
  const places = { cwd: folder, env: {}, sources: ["project"], directories: [], mayShow: () => true };
  return ["agents", "commands", "skills"]
    .flatMap((kind) => customFiles(places, kind))
    .map(({ path, text: markdown }) => ({ file: path, brings: hooks(readFrontmatter(markdown).hooks) }));
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
