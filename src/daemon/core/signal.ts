import type { Outcome } from "../../channel/open-requests.ts";
import type { OpenRequest } from "./session-state.ts";

/** Something that one part of the core finds, and another deals with. */
export type Signal =
  | { readonly type: "request_settled"; readonly request: OpenRequest; readonly outcome: Outcome }
  /** The agent does not read its input. */
  | { readonly type: "backlog_overflow"; readonly message: string };
