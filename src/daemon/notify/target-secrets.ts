import { invalidOption } from "../../errors.ts";
import { readPrivateFile } from "../../files/private-file.ts";
import { isTargetUrl, type TargetSetting } from "../config/notification-settings.ts";

/** Read anew for each message, so that a file may be changed. Throws `invalid_option`, without what is in it. */
export function targetUrl(target: TargetSetting, env: NodeJS.ProcessEnv): URL {
  const text = target.url ?? kept(target, "url", env) ?? "";
  if (!isTargetUrl(text))
    throw invalidOption(
      `the url of target ${target.name}`,
      "an https address, or http on this machine",
      "another text",
    );
  return new URL(text);
}

/** Undefined: it has none. */
export function targetSecret(target: TargetSetting, env: NodeJS.ProcessEnv): string | undefined {
  const secret = kept(target, "secret", env);
  // A header holds it.
  if (secret !== undefined && !/^[\x21-\x7e]{8,512}$/.test(secret))
    throw invalidOption(
      `the secret of target ${target.name}`,
      "8 to 512 characters of ASCII without spaces",
      "another text",
    );
  return secret;
}

/** The daemon's environment as agents get it: without what targets are reached by. */
export function withoutTargets(env: NodeJS.ProcessEnv, targets: readonly TargetSetting[]): NodeJS.ProcessEnv {
  const secret = new Set(targets.flatMap(({ url_env, secret_env }) => [url_env, secret_env]));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secret.has(name)));
}

function kept(target: TargetSetting, what: "url" | "secret", env: NodeJS.ProcessEnv): string | undefined {
  const file = target[`${what}_file`];
  const variable = target[`${what}_env`];
  if (file === undefined && variable === undefined) return undefined;
  const text = file === undefined ? env[variable ?? ""] : readPrivateFile(file);
  if (text === undefined || text.trim() === "")
    throw invalidOption(`the ${what} of target ${target.name}`, `in ${file ?? `the variable ${variable}`}`, "nothing");
  return text.trim();
}
