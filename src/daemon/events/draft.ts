import type { MessageInitShape } from "@bufbuild/protobuf";
import type { EventSchema } from "../../api/gen/bridle/v1/event_pb.js";

type Kind = NonNullable<MessageInitShape<typeof EventSchema>["kind"]>;

/** What an event is about: a case of the protobuf's `kind`. */
export type EventKind = Exclude<Kind, { readonly case?: undefined }>;

/** An event that has no number yet. */
export interface Draft {
  readonly turn: string;
  readonly parentToolUseId: string;
  readonly kind: EventKind;
}
