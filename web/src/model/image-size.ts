interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const maxPixels = 40_000_000;
/** Of a JPEG the size stands behind its notes, which may be long. */
const maxHeadChars = 400_000;

/** Four bytes for each pixel, however small the file is. */
export function isTooLarge({ width, height }: ImageSize): boolean {
  return width * height > maxPixels;
}

/** How large a picture is, by the head of its file; undefined for what is no PNG, GIF, JPEG or WebP. */
export function imageSize(base64: string): ImageSize | undefined {
  const bytes = headOf(base64);
  if (bytes === undefined) return undefined;
  const view = new DataView(bytes.buffer);
  try {
    const size = sizeOf(view, String.fromCharCode(...bytes.subarray(0, 16)));
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // It ends before its size.
    return undefined;
  }
}

function sizeOf(view: DataView, start: string): ImageSize | undefined {
  if (start.startsWith("\x89PNG\r\n")) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (start.startsWith("GIF8")) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return webpSize(view, start.slice(12, 16));
  return start.startsWith("\xff\xd8") ? jpegSize(view) : undefined;
}

function webpSize(view: DataView, kind: string): ImageSize | undefined {
  if (kind === "VP8X") return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** In the first of its frames; what comes before is skipped by its length. */
function jpegSize(view: DataView): ImageSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return undefined;
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function headOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  const head = base64.slice(0, maxHeadChars);
  try {
    return Uint8Array.from(atob(head.slice(0, head.length - (head.length % 4))), (one) => one.charCodeAt(0));
  } catch {
    return undefined;
  }
}
