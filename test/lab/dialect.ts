import type { ErrorAnswer } from "../../src/script/error-answer.ts";
import type { ModelAnswer } from "../../src/script/model-answer.ts";
import type { ModelRequest } from "../../src/script/model-request.ts";
import type { StreamEvent } from "../../src/script/stream-events.ts";
import type { Fields } from "../../src/wire/fields.ts";

/** How a model API says what a script tells it. */
export interface Dialect {
  /** What clients are given as the base URL, behind the address. */
  readonly basePath: string;
  /** Where answers are asked for. */
  readonly answerPath: string;
  readRequest(body: Fields): ModelRequest;
  /** Writes the events of one answer as the stream has them; nothing for those it does not have. */
  encoder(answer: ModelAnswer, request: ModelRequest): (event: StreamEvent) => string;
  whole(answer: ModelAnswer): Fields;
  error(error: ErrorAnswer, requestId: string): Fields;
  /** The answer to another path; undefined when there is no such path. */
  otherAnswer(path: string, body: Fields): Fields | undefined;
}
