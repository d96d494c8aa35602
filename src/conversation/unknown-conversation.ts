import { BridleError } from "../errors.ts";

/** Every version says it in these words, on stderr, from 2.1.197 on also in a result; of what is no id, newer ones say that it is no title either. */
export function saysUnknownConversation(words: string): boolean {
  return /no conversation found|does not match any session title/i.test(words);
}

/** `id`: undefined where the last conversation was to be continued. */
export function unknownConversation(id: string | undefined): BridleError<"not_found"> {
  const which = id === undefined ? "has no conversation in this folder to continue" : `has no conversation ${id}`;
  const message = `the agent ${which}; conversations are kept per folder and configuration: check cwd and CLAUDE_CONFIG_DIR, or leave ${id === undefined ? "continue" : "resume"} out`;
  return new BridleError("not_found", message, { what: "conversation", id: id ?? "" });
}
