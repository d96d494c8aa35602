import type { BridleError } from "../../errors.ts";
import type { Fields } from "../../wire/fields.ts";
import type { OpenRequest } from "./session-state.ts";

/** What came of a request of ours. */
export type Outcome = { readonly payload: Fields } | { readonly error: BridleError };

/** Something that one part of the core finds, and another deals with. */
export type Signal =
  | { readonly type: "request_settled"; readonly request: OpenRequest; readonly outcome: Outcome }
  /** The agent does not read its input. */
  | { readonly type: "backlog_overflow"; readonly message: string };
