import { type Fields, isFields, text } from "../wire/fields.ts";

/** What a line is called: its type and, behind a slash, what kind of it. `answered` names the request a control answer is for. */
export function lineWord(value: Fields, answered: (requestId: string) => string | undefined = () => undefined): string {
  const type = text(value.type) ?? "";
  const kind = kindOf(type, value, answered);
  return kind === undefined ? type : `${type}/${kind}`;
}

/** Does a word fit what somebody named: itself, its type alone, or `*`? */
export function fits(word: string, named: string): boolean {
  return named === "*" || word === named || word.startsWith(`${named}/`);
}

function kindOf(type: string, value: Fields, answered: (requestId: string) => string | undefined): string | undefined {
  switch (type) {
    case "stream_event":
      return isFields(value.event) ? text(value.event.type) : undefined;
    case "control_request":
      return isFields(value.request) ? text(value.request.subtype) : undefined;
    case "control_response":
      return isFields(value.response) ? answered(text(value.response.request_id) ?? "") : undefined;
    default:
      return text(value.subtype);
  }
}
