import type { Caller } from "./caller.ts";

/** What lies within the folders of a caller. What is not there at all is within: the call says so itself. */
export interface Reach {
  folder(caller: Caller, path: string): boolean;
  session(caller: Caller, id: string): boolean;
  ask(caller: Caller, id: string): boolean;
  worktree(caller: Caller, id: string): boolean;
}
