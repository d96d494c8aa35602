import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type Ask, AskSchema } from "../../api/gen/bridle/v1/ask_pb.js";
import {
  type ConverseResponseSchema,
  type Opened,
  OpenedSchema,
  type SubscribeResponseSchema,
  type WatchResponseSchema,
} from "../../api/gen/bridle/v1/conversation_service_pb.js";

/** The messages that carry a batch or what a cursor is sent first, each in the same field. */
export type StreamMessage = typeof SubscribeResponseSchema | typeof WatchResponseSchema | typeof ConverseResponseSchema;

/** In every message that carries it. */
const openedField = 1;
/** Of `Opened`. */
const asksField = 4;
/** Fewer bytes are as well made for each client. */
const sharedBytes = 64 * 1024;

/** What a cursor is sent first. The asks are apart: there may be megabytes of them, the same for every client. */
export interface OpenedCursor {
  readonly opened: Opened;
  readonly asks: readonly Ask[];
}

export function isShared({ asks }: OpenedCursor): boolean {
  return asks.reduce((sum, { inputJson }) => sum + inputJson.length, 0) > sharedBytes;
}

export function wholeOpened({ opened, asks }: OpenedCursor): Opened {
  return create(OpenedSchema, { ...opened, openAsks: [...asks] });
}

/** The bytes of a message of that kind, without its envelope; those of the asks are the same memory for all. */
export function openedBinary({ opened, asks }: OpenedCursor): readonly Uint8Array[] {
  const rest = toBinary(OpenedSchema, opened);
  const shared = binary.of(asks);
  const length = rest.length + shared.length;
  const head = new BinaryWriter().tag(openedField, WireType.LengthDelimited).uint32(length).finish();
  return [Buffer.concat([head, rest]), shared];
}

/** The same as JSON. */
export function openedJson(schema: StreamMessage, { opened, asks }: OpenedCursor): readonly Uint8Array[] {
  const rest = toJsonString(schema, create(schema, { kind: { case: "opened", value: opened } } as never));
  const end = "}}";
  if (!rest.endsWith(end)) throw new Error("an opened message is the last member of what carries it");
  return [Buffer.from(`${rest.slice(0, -end.length)},"openAsks":[`), json.of(asks), Buffer.from(`]${end}`)];
}

/** As long as anybody sends it. By the list, which stays the same until an ask comes or goes. */
class Shared {
  readonly #encode: (asks: readonly Ask[]) => Uint8Array;
  readonly #encoded = new WeakMap<readonly Ask[], WeakRef<Uint8Array>>();

  constructor(encode: (asks: readonly Ask[]) => Uint8Array) {
    this.#encode = encode;
  }

  of(asks: readonly Ask[]): Uint8Array {
    const known = this.#encoded.get(asks)?.deref();
    if (known !== undefined) return known;
    const bytes = this.#encode(asks);
    this.#encoded.set(asks, new WeakRef(bytes));
    return bytes;
  }
}

const binary = new Shared((asks) => {
  const writer = new BinaryWriter();
  for (const ask of asks) writer.tag(asksField, WireType.LengthDelimited).bytes(toBinary(AskSchema, ask));
  return writer.finish();
});

const json = new Shared((asks) => Buffer.from(asks.map((ask) => toJsonString(AskSchema, ask)).join(",")));
