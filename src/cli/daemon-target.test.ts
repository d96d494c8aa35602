import assert from "node:assert/strict";
import { test } from "node:test";
import { remoteAddress } from "./daemon-target.ts";

test("U2 D7 an address without a scheme is this machine's by http, and another's by https only", () => {
  for (const [given, meant] of [
    ["127.0.0.1:4747", "http://127.0.0.1:4747"],
    ["localhost:4747", "http://localhost:4747"],
    ["[::1]:4747", "http://[::1]:4747"],
    ["127.0.0.1.example.org:4747", "https://127.0.0.1.example.org:4747"],
    ["localhost.example.org:4747", "https://localhost.example.org:4747"],
    ["example.org:443", "https://example.org:443"],
    ["http://example.org:80", "http://example.org:80"],
  ] as const)
    assert.equal(remoteAddress({ address: given }), meant);
});
