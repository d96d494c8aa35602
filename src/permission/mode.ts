/**
 * What happens to a call that no rule decided. default: reading in the working folders is allowed, the rest is asked.
 * acceptEdits: edits and simple file commands in the working folders, too. plan: only reading, whatever rules allow.
 * dontAsk: what would be asked is denied. bypassPermissions: what would be asked is allowed; deny and ask rules hold.
 */
export const permissionModes = ["default", "acceptEdits", "plan", "bypassPermissions", "dontAsk"] as const;
export type PermissionMode = (typeof permissionModes)[number];

export function readMode(written: unknown): PermissionMode | undefined {
  // The newer word for the same.
  if (written === "manual") return "default";
  return permissionModes.find((mode) => mode === written);
}
