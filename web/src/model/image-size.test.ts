import assert from "node:assert/strict";
import { test } from "node:test";
import { imageSize, isTooLarge } from "./image-size.ts";

const base64 = (...bytes: readonly (number | string)[]): string =>
  Buffer.concat(
    bytes.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from([part]))),
  ).toString("base64");

test("U3 the size of a picture is known by its head", () => {
  const png = base64("\x89PNG\r\n\x1a\n", "\0\0\0\rIHDR", "\0\0\x02\x80", "\0\0\x01\xe0", "\x08\x02\0\0\0");
  assert.deepEqual(imageSize(png), { width: 640, height: 480 });
  assert.deepEqual(imageSize(base64("GIF89a", "\x10\0", "\x20\0", "\0\0\0")), { width: 16, height: 32 });
  const jpeg = base64("\xff\xd8", "\xff\xe0\0\x04ab", "\xff\xc2\0\x11\x08", "\x01\xe0", "\x02\x80", "\x03\0\0");
  assert.deepEqual(imageSize(jpeg), { width: 640, height: 480 });
  const webp = base64("RIFF\0\0\0\0WEBPVP8X", "\n\0\0\0", "\0\0\0\0", "\x7f\x02\0", "\xdf\x01\0");
  assert.deepEqual(imageSize(webp), { width: 640, height: 480 });
  const lossy = base64("RIFF\0\0\0\0WEBPVP8 ", "\0\0\0\0", "\0\0\0\x9d\x01\x2a", "\x80\x02", "\xe0\x01");
  assert.deepEqual(imageSize(lossy), { width: 640, height: 480 });
});

test("U3 a small file that is a huge picture is known for one, and what is none, too", () => {
  const bomb = base64("\x89PNG\r\n\x1a\n", "\0\0\0\rIHDR", "\0\0\xff\xff", "\0\0\xff\xff", "\x08\x02\0\0\0");
  const size = imageSize(bomb);
  assert.ok(size !== undefined && isTooLarge(size));
  for (const other of [
    "",
    "!!!",
    "x",
    base64("<svg>"),
    base64("\x89PNG\r\n"),
    base64("\xff\xd8\xff\xe0\0\x04"),
    "a".repeat(99),
  ])
    assert.equal(imageSize(other), undefined, other);
});
