import type { Fields } from "../../wire/fields.ts";
import type { HostLink } from "./host-link.ts";
import type { Prompter } from "./prompter.ts";

/** Asks the host by `can_use_tool`. */
export class HostPrompter implements Prompter {
  readonly unusable =
    'The canUseTool callback returned an invalid permission result: expected {behavior: "allow"} or {behavior: "deny", message}.';
  readonly #link: HostLink;

  constructor(link: HostLink) {
    this.#link = link;
  }

  ask(ask: Fields, signal: AbortSignal): Promise<Fields | undefined> {
    return this.#link.canUseTool(ask, signal);
  }
}
