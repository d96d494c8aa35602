import { accessSync, constants, statSync } from "node:fs";
import { BridleError } from "../errors.ts";

/** Why no process can be started in a folder. Undefined: one can. */
export function folderProblem(folder: string): BridleError<"folder_not_found"> | undefined {
  try {
    if (!statSync(folder).isDirectory()) return problem(folder, "is no folder");
    accessSync(folder, constants.X_OK);
    return undefined;
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
    return problem(folder, isGone ? "is gone" : "cannot be entered");
  }
}

function problem(folder: string, what: string): BridleError<"folder_not_found"> {
  const message = `the folder to work in ${what}: ${folder}; put it back, or begin a session in another one`;
  return new BridleError("folder_not_found", message, { folder });
}
