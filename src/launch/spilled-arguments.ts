import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One argument may hold 128 KiB on Linux; this leaves room for the flag. */
const maxArgumentBytes = 100 * 1024;

/** Flags whose value may be in a file: as the value itself, or under another flag. */
const fileFlags: { readonly [flag: string]: string } = {
  "--mcp-config": "--mcp-config",
  "--settings": "--settings",
  "--system-prompt": "--system-prompt-file",
  "--append-system-prompt": "--append-system-prompt-file",
};

interface SpilledArguments {
  readonly args: readonly string[];
  /** Removes the files; the agent has read them when it ends. */
  dispose(): void;
}

/** Moves values that are too long for a command line into files that only this user can read. */
export function spillArguments(args: readonly string[]): SpilledArguments {
  let folder: string | undefined;
  const spilled = args.map((arg, index) => {
    const [flag = ""] = arg.split("=", 1);
    const fileFlag = Object.hasOwn(fileFlags, flag) ? fileFlags[flag] : undefined;
    if (fileFlag === undefined || Buffer.byteLength(arg) <= maxArgumentBytes) return arg;
    folder ??= mkdtempSync(join(tmpdir(), "bridle-args-"));
    const file = join(folder, String(index));
    writeFileSync(file, arg.slice(flag.length + 1), { mode: 0o600 });
    return `${fileFlag}=${file}`;
  });
  return {
    args: spilled,
    dispose: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
