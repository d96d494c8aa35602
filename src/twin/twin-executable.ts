import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { BridleError } from "../errors.ts";
import { checkTwinScript } from "./read-twin-script.ts";
import { scriptVariable, type TwinScript } from "./twin-script.ts";

/** How to start a twin, for hosts of any kind. */
export interface TwinExecutable {
  /** For hosts that want a path, such as the official SDK (`pathToClaudeCodeExecutable`). They have to pass `env` on. */
  readonly path: string;
  /** Holds the script; to be put on top of the environment. */
  readonly env: { readonly [name: string]: string };
  /** For hosts that want a command and arguments in front of their own. They need no `env`. */
  readonly command: string;
  readonly args: readonly string[];
}

/** What a system takes for one argument or variable is 128 KiB on Linux. */
const maxBytes = 120 * 1024;

/** A script, or the path of a file with one: a long script has to be in a file, or in a prompt. */
export function twinExecutable(script: TwinScript | string = {}): TwinExecutable {
  if (typeof script !== "string") checkTwinScript(script, "script");
  const given = typeof script === "string" ? script : JSON.stringify(script);
  const bytes = Buffer.byteLength(given);
  if (bytes > maxBytes) {
    const [option, allowed] = ["script", `at most ${maxBytes} bytes as JSON, the path of a file, or part of a prompt`];
    throw new BridleError("invalid_option", `${option} has to be ${allowed}, not ${bytes} bytes`, {
      option,
      allowed,
      found: String(bytes),
    });
  }
  const root = packageRoot(import.meta.dirname);
  return {
    path: join(root, "bin", "bridle-twin.cjs"),
    env: { [scriptVariable]: given },
    command: process.execPath,
    args: [join(root, "dist", "bridle-twin.js"), `--script=${given}`],
  };
}

/** From the source as from a bundle. */
function packageRoot(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : packageRoot(dirname(folder));
}
