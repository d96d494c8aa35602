/**
 * The paths of submodules that the index of a repository holds; git looks into each of them, by its own configuration.
 * Undefined: it cannot be read, or is in a form of which nothing is known.
 */
export function submodulesIn(index: Uint8Array, hashLength: number): readonly string[] | undefined {
  return pathsIn(index, hashLength, (mode) => mode === submoduleMode);
}

/** The paths of all files that the index holds. Undefined also where it holds folders and submodules, which stand for others. */
export function trackedIn(index: Uint8Array, hashLength: number): readonly string[] | undefined {
  let isPlain = true;
  const paths = pathsIn(index, hashLength, (mode) => {
    isPlain &&= (mode & fileType) === file || (mode & fileType) === link;
    return true;
  });
  return isPlain ? paths : undefined;
}

/** The paths of the links among them. */
export function linksIn(index: Uint8Array, hashLength: number): readonly string[] | undefined {
  return pathsIn(index, hashLength, (mode) => (mode & fileType) === link);
}

function pathsIn(
  index: Uint8Array,
  hashLength: number,
  isMeant: (mode: number) => boolean,
): readonly string[] | undefined {
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  const version = versionOf(view);
  if (version === undefined) return undefined;
  const found: string[] = [];
  const name = new Name();
  let at = 12;
  for (let left = view.getUint32(8); left > 0; left -= 1) {
    const flagsAt = at + beforeHash + hashLength;
    if (flagsAt + 4 > index.length) return undefined;
    const nameAt = flagsAt + (view.getUint16(flagsAt) & isExtended ? 4 : 2);
    const isWanted = isMeant(view.getUint32(at + modeAt));
    // In the fourth version a name is what differs from the one in front; in others only a name that is meant is read.
    const end = version === 4 ? name.change(index, nameAt) : index.indexOf(0, nameAt);
    if (end === -1) return undefined;
    if (isWanted) found.push(version === 4 ? name.text : text(index.subarray(nameAt, end)));
    at = version === 4 ? end + 1 : at + (((end - at + 8) >> 3) << 3);
  }
  return isSplit(view, at, index.length - hashLength) ? undefined : found;
}

function versionOf(view: DataView): number | undefined {
  if (view.byteLength < 12 || view.getUint32(0) !== signature) return undefined;
  const version = view.getUint32(4);
  return version >= 2 && version <= 4 ? version : undefined;
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The name of an entry, in a place that is used again for the next. */
class Name {
  readonly #bytes = new Uint8Array(65_536);
  #length = 0;

  /** Takes off as many bytes as are told there, puts on those behind up to a zero, and gives the place of that, or -1. */
  change(index: Uint8Array, start: number): number {
    let at = start;
    let byte = index[at++] ?? 0;
    let count = byte & 127;
    while (byte & 128) {
      byte = index[at++] ?? 0;
      count = ((count + 1) << 7) + (byte & 127);
    }
    this.#length = Math.max(0, this.#length - count);
    const end = index.indexOf(0, at);
    if (end === -1 || this.#length + end - at > this.#bytes.length) return -1;
    this.#bytes.set(index.subarray(at, end), this.#length);
    this.#length += end - at;
    return end;
  }

  get text(): string {
    return text(this.#bytes.subarray(0, this.#length));
  }
}

const signature = 0x44495243;
const modeAt = 24;
const beforeHash = 40;
const isExtended = 0x4000;
const submoduleMode = 0o160000;
const fileType = 0o170000;
const file = 0o100000;
const link = 0o120000;
const splitIndex = 0x6c696e6b;

/** Behind the entries there are extensions; one of them says that the rest is in another file. */
function isSplit(view: DataView, start: number, end: number): boolean {
  for (let at = start; at + 8 <= end; at += 8 + view.getUint32(at + 4))
    if (view.getUint32(at) === splitIndex) return true;
  return false;
}
