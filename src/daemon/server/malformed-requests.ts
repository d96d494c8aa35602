import { isUtf8 } from "node:buffer";
import { type DescMessage, fromBinary, fromJsonString } from "@bufbuild/protobuf";
import { Code, ConnectError, type ContextValues, createContextKey, type Interceptor } from "@connectrpc/connect";

const malformedKey = createContextKey<string | undefined>(undefined);
/** Of an envelope: flags and length. */
const headBytes = 5;
const compressed = 1;
const maxReason = 500;

/**
 * Connect tells a client whose message it cannot parse that the server failed. So messages are looked at before it sees
 * them: one that cannot be parsed is replaced by an empty one, and refused by `refuseMalformed` in its place.
 */
export function markMalformed(
  body: AsyncIterable<Uint8Array>,
  { isEnveloped, isJson }: Encoding,
  schema: DescMessage,
  values: ContextValues,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const empty = Buffer.from(isJson ? "{}" : "");
  const replace = (message: Uint8Array): Uint8Array => {
    const problem = problemOf(message, schema, isJson);
    if (problem !== undefined) values.set(malformedKey, problem);
    return problem === undefined ? message : empty;
  };
  return isEnveloped ? replaceInEnvelopes(body, replace, maxBytes) : replaceWhole(body, replace, maxBytes);
}

type Replace = (message: Uint8Array) => Uint8Array;

/** What is too long is passed on as it comes: Connect refuses it, and reads no further. */
async function* replaceWhole(body: AsyncIterable<Uint8Array>, replace: Replace, maxBytes: number) {
  const held = new HeldBytes();
  let isTooLong = false;
  for await (const chunk of body) {
    held.push(chunk);
    isTooLong ||= held.length > maxBytes;
    if (isTooLong) yield held.take(held.length);
  }
  if (!isTooLong) yield replace(held.take(held.length));
}

async function* replaceInEnvelopes(body: AsyncIterable<Uint8Array>, replace: Replace, maxBytes: number) {
  const held = new HeldBytes();
  let isTooLong = false;
  for await (const chunk of body) {
    held.push(chunk);
    isTooLong ||= (held.envelopeBytes() ?? 0) > maxBytes + headBytes;
    if (isTooLong) yield held.take(held.length);
    for (let envelope = held.takeEnvelope(); envelope !== undefined; envelope = held.takeEnvelope())
      yield replaceIn(envelope, replace);
  }
  yield held.take(held.length);
}

function replaceIn(envelope: Uint8Array, replace: Replace): Uint8Array {
  const flags = envelope[0] as number;
  if ((flags & compressed) !== 0) return envelope;
  const message = envelope.subarray(headBytes);
  const replaced = replace(message);
  return replaced === message ? envelope : Buffer.concat([Buffer.from([flags, 0, 0, 0, replaced.length]), replaced]);
}

/** Chunks of a body, joined only when what they hold is taken. */
class HeldBytes {
  #chunks: Uint8Array[] = [];
  length = 0;

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.length += chunk.length;
  }

  /** Of the first envelope, its head included. Undefined: its head is not here. */
  envelopeBytes(): number | undefined {
    if (this.length < headBytes) return undefined;
    if ((this.#chunks[0]?.length ?? 0) < headBytes) this.#chunks = [Buffer.concat(this.#chunks)];
    const [first] = this.#chunks as [Uint8Array];
    return headBytes + new DataView(first.buffer, first.byteOffset).getUint32(1);
  }

  /** Undefined: it is not whole. */
  takeEnvelope(): Uint8Array | undefined {
    const bytes = this.envelopeBytes();
    return bytes === undefined || bytes > this.length ? undefined : this.take(bytes);
  }

  take(length: number): Uint8Array {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Uint8Array) : Buffer.concat(this.#chunks);
    this.#chunks = length < all.length ? [all.subarray(length)] : [];
    this.length -= length;
    return all.subarray(0, length);
  }
}

/** How messages are written; undefined: in no way that Connect knows, which tells so itself. */
export function encodingOf(contentType: string | undefined): Encoding | undefined {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const found = /^application\/(?:(connect\+|grpc(?:-web)?\+)?(proto|json)|grpc(?:-web)?)$/.exec(type);
  if (found === null) return undefined;
  const [, prefix, format = "proto"] = found;
  return { isJson: format === "json", isEnveloped: prefix !== undefined || type.startsWith("application/grpc") };
}

interface Encoding {
  readonly isJson: boolean;
  /** Only the unary form of Connect is not: its body is the message. */
  readonly isEnveloped: boolean;
}

export const refuseMalformed: Interceptor = (next) => (request) => {
  const refuse = (): void => {
    const problem = request.contextValues.get(malformedKey);
    if (problem !== undefined) throw new ConnectError(problem, Code.InvalidArgument);
  };
  if (!request.stream) {
    refuse();
    return next(request);
  }
  return next({ ...request, message: checked(request.message, refuse) });
};

async function* checked<T>(messages: AsyncIterable<T>, check: () => void): AsyncGenerator<T, void, undefined> {
  for await (const message of messages) {
    check();
    yield message;
  }
}

function problemOf(message: Uint8Array, schema: DescMessage, isJson: boolean): string | undefined {
  // Read as text, it would say something else than was sent.
  if (isJson && !isUtf8(message)) return `the request is no ${schema.typeName}: its bytes are no UTF-8`;
  try {
    if (isJson) fromJsonString(schema, Buffer.from(message).toString("utf8"), { ignoreUnknownFields: true });
    else fromBinary(schema, message);
    return undefined;
  } catch (error) {
    // Of JSON, the field and what is wrong with it; it may quote what cannot be a header.
    const reason =
      isJson && error instanceof Error
        ? error.message.slice(0, maxReason).toWellFormed()
        : "its bytes cannot be parsed";
    return `the request is no ${schema.typeName}: ${reason}`;
  }
}
