import { isFields } from "../wire/fields.ts";
import type { IdMap } from "./id-map.ts";
import { agentIdFields } from "./volatile-fields.ts";

/** Binds the ids an agent made anew, found at the same path of a recorded frame and a live one. */
export function bindIds(ids: IdMap, recorded: unknown, live: unknown, key = ""): void {
  if (typeof recorded === "string" && typeof live === "string") {
    if (agentIdFields.has(key)) ids.bind(recorded, live);
  } else if (Array.isArray(recorded) && Array.isArray(live)) {
    for (const [index, item] of recorded.entries()) bindIds(ids, item, live[index], key);
  } else if (isFields(recorded) && isFields(live)) {
    for (const [name, item] of Object.entries(recorded)) bindIds(ids, item, live[name], name);
  }
}
