import type { PermissionAnswer } from "../hook/hook-verdict.ts";
import type { HostLink } from "./host-link.ts";
import type { PermissionAsk, Prompter } from "./prompter.ts";

/** Asks the host by `can_use_tool`. */
export class HostPrompter implements Prompter {
  readonly unusable =
    'The canUseTool callback returned an invalid permission result: expected {behavior: "allow"} or {behavior: "deny", message}.';
  readonly #link: HostLink;

  constructor(link: HostLink) {
    this.#link = link;
  }

  ask(ask: PermissionAsk, signal: AbortSignal): Promise<PermissionAnswer | undefined> {
    return this.#link.canUseTool(ask, signal);
  }
}
