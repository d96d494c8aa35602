/** What a token may be good for. Whoever has any of them may watch; `admin` is all of them. */
export const roles = ["watch", "prompt", "approve", "admin"] as const;

export type Role = (typeof roles)[number];

/** Who calls, and what they may do. */
export interface Caller {
  /** The name of their token, or "local" on the unix socket. */
  readonly name: string;
  readonly roles: readonly Role[];
  /** Real paths: nothing outside of them is there for this caller. Undefined: everywhere. */
  readonly folders: readonly string[] | undefined;
  /** Of the token's secret: another one may have the same name later. Empty without a token. */
  readonly sha256: string;
}

/** Whoever may open the unix socket. */
export const localCaller: Caller = { name: "local", roles: ["admin"], folders: undefined, sha256: "" };

export function hasRole({ roles: had }: Pick<Caller, "roles">, role: Role): boolean {
  return had.includes("admin") || had.includes(role) || (role === "watch" && had.length > 0);
}
