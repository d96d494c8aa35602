import { readModelRequest } from "../../src/script/model-request.ts";
import { encodeEvent } from "../../src/script/step-events.ts";
import type { Dialect } from "./dialect.ts";

/** Anthropic's Messages API. */
export const anthropicDialect: Dialect = {
  basePath: "",
  answerPath: "/v1/messages",
  readRequest: readModelRequest,
  encoder: () => encodeEvent,
  whole: (answer) => ({ ...answer }),
  error: ({ type, message }, request_id) => ({ type: "error", error: { type, message }, request_id }),
  otherAnswer: (path, body) => {
    if (path !== "/v1/messages/count_tokens") return undefined;
    return { input_tokens: Math.ceil(JSON.stringify(body).length / 4) };
  },
};
