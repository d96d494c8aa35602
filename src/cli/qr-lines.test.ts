import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "uqr";
import { qrLines } from "./qr-lines.ts";

test("U1 a QR code on a terminal has all squares of the code, black on white", () => {
  const text = "http://127.0.0.1:4747/login?code=abcdefghijklmnopqrstuvwxyz012345";
  const { data } = encode(text, { ecc: "L", border: 2 });
  const rows = qrLines(text, false)
    .split("\n")
    .flatMap((line) => [
      [...line].map((one) => one === "▀" || one === "█"),
      [...line].map((one) => one === "▄" || one === "█"),
    ]);
  assert.deepEqual(rows.slice(0, data.length), data);
  assert.ok(rows.length <= data.length + 1);
  for (const line of qrLines(text, true).split("\n"))
    assert.ok(line.startsWith("\x1b[30;107m") && line.endsWith("\x1b[0m"));
});
