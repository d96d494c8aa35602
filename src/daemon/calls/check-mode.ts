import { invalidOption } from "../../errors.ts";
import { permissionModes } from "../../permission/mode.ts";

/** Also modes that only some agents have. */
const modes: readonly string[] = [...permissionModes, "auto", "manual"];

/** An agent that is started with a mode it does not know only ends, again and again. Empty: the agent's own. */
export function checkMode(mode: string): void {
  if (mode === "" || modes.includes(mode)) return;
  throw invalidOption("permission_mode", `one of ${modes.join(", ")}`, mode.slice(0, 64));
}
