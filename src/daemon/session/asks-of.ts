import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import type { SessionState } from "../core/session-state.ts";

const lists = new WeakMap<SessionState["asks"], readonly Ask[]>();

/** The same list for the same asks: what is made of it can be shared. */
export function asksOf({ asks }: SessionState): readonly Ask[] {
  const known = lists.get(asks);
  if (known !== undefined) return known;
  const list = asks.map(({ ask }) => ask);
  lists.set(asks, list);
  return list;
}
