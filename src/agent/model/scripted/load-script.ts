import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { BridleError } from "../../../errors.ts";
import { readScript } from "../../../script/read-script.ts";
import type { Script } from "../../../script/script.ts";

/** The script a flag or a variable names: JSON as it stands, or the path of a file with it. */
export async function loadScript(value: string, origin: string, cwd: string): Promise<Script> {
  if (/^\s*[{[]/.test(value)) return readScript(value, origin);
  const path = resolve(cwd, value);
  try {
    return readScript(await readFile(path, "utf8"), `${origin} ${value}`);
  } catch (error) {
    if (error instanceof BridleError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const allowed = "JSON, or the path of a file with it";
    throw new BridleError("invalid_option", `${origin}: the script cannot be read: ${reason}`, {
      option: origin,
      allowed,
      found: value,
    });
  }
}
