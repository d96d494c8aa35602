import type { BridleClient } from "../api/client.ts";
import type { Ask } from "../api/gen/bridle/v1/ask_pb.js";

/** Of all sessions, the oldest first. There may be thousands: a page at a time holds nobody else up. */
export async function openAsks({ conversation }: BridleClient): Promise<readonly Ask[]> {
  const all: Ask[] = [];
  for (let pageToken = ""; ; ) {
    const page = await conversation.listAsks({ pageSize: 200, pageToken });
    all.push(...page.asks);
    pageToken = page.nextPageToken;
    if (pageToken === "") return all;
  }
}
