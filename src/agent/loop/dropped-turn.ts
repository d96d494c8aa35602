import { isUuid } from "../../util/uuid.ts";
import { list } from "../../wire/fields.ts";
import { OpeningFailure } from "../kit/agent-definition.ts";
import type { Entry } from "../memory/entry.ts";

/** `--resume-drops-turn`: what is dropped behind the message `at` must be of the turn of the prompt `turn`, and of no other. */
export function checkDroppedTurn(turn: string, at: string, dropped: Iterable<Entry>): void {
  const refuse = (why: string): never => {
    const what = `resuming at ${at} would discard entries not attributable to turn ${turn}`;
    throw new OpeningFailure(`Resume rejected by --resume-drops-turn: ${what}: ${why}`);
  };
  if (!isUuid(turn)) refuse(`declared turn id is not a UUID: ${turn}`);
  let number = 0;
  for (const entry of dropped) {
    const which = `entry ${number} [type=${entry.role}, uuid=${entry.uuid}]`;
    if (number === 0 && entry.uuid !== turn)
      refuse(`range does not start with the declared turn prompt; first discarded ${which}`);
    if (number > 0 && !isOfItsTurn(entry))
      refuse(`range contains a user entry not attributable to the declared turn; ${which}`);
    number++;
  }
}

/** What the model says, and the results of its tools. */
function isOfItsTurn({ role, content }: Entry): boolean {
  if (role === "assistant") return true;
  const blocks = list(content) as readonly { readonly type?: unknown }[];
  return blocks.length > 0 && blocks.every(({ type }) => type === "tool_result");
}
