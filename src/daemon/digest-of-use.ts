import { createHash } from "node:crypto";

/** Of a tool and its input: by it people, grants and the audit know what was meant. */
export function digestOfUse(toolName: string, inputJson: string): string {
  return createHash("sha256").update(`${toolName}\n${inputJson}`).digest("hex");
}
