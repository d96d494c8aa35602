import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { StubDaemon } from "./stub-daemon.ts";

const folder = mkdtempSync(join(tmpdir(), "bridle-static-"));
const web = join(folder, "web");
const script = "console.log('a script')\n".repeat(100);
const asset = "/assets/index-AbCd_-12.js";
let daemon: StubDaemon;

before(async () => {
  mkdirSync(join(web, "assets"), { recursive: true });
  writeFileSync(join(web, "index.html"), "<!doctype html>page");
  writeFileSync(join(web, "theme.js"), script);
  writeFileSync(join(web, asset), script);
  writeFileSync(join(web, `${asset}.gz`), gzipSync(script));
  writeFileSync(join(folder, "secret.gz"), "secret");
  symlinkSync(join(folder, "secret.gz"), join(web, "theme.js.gz"));
  daemon = await new StubDaemon().start({ webFolder: web });
});
after(async () => {
  await daemon.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Not fetch: it decompresses. */
function get(path: string, headers: { readonly [name: string]: string } = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    request(`${daemon.url}${path}`, { headers, agent: false }, (res) => {
      const parts: Buffer[] = [];
      res.on("data", (part: Buffer) => parts.push(part));
      res.on("end", () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts) }));
    })
      .on("error", reject)
      .end();
  });
}

test("U3 a file of the page comes compressed to whoever understands it, and whole to all others", async () => {
  const plain = await get(asset);
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(plain.body.toString(), script);
  for (const accepted of ["gzip", "br, gzip;q=0.5", "deflate, GZIP"]) {
    const packed = await get(asset, { "accept-encoding": accepted });
    assert.equal(packed.headers["content-encoding"], "gzip");
    assert.equal(packed.headers["content-type"], "text/javascript; charset=utf-8");
    assert.equal(packed.headers.vary, "accept-encoding");
    assert.notEqual(packed.headers.etag, plain.headers.etag);
    assert.equal(gunzipSync(packed.body).toString(), script);
  }
  for (const accepted of ["identity", "gzip;q=0", "gzip; q=0.000", "xgzip"])
    assert.equal((await get(asset, { "accept-encoding": accepted })).body.toString(), script, accepted);
  writeFileSync(join(web, `${asset}.br`), brotliCompressSync(script));
  const smaller = await get(asset, { "accept-encoding": "gzip, br" });
  assert.equal(smaller.headers["content-encoding"], "br");
  assert.equal(brotliDecompressSync(smaller.body).toString(), script);
});

test("U3 a name that changes with its content is kept by browsers for good, all else is asked for by its tag", async () => {
  assert.equal((await get(asset)).headers["cache-control"], "public, max-age=31536000, immutable");
  for (const path of ["/", "/s/1", "/theme.js", "/index.html"]) {
    const { headers, status } = await get(path);
    assert.equal(status, 200);
    assert.equal(headers["cache-control"], "no-cache", path);
    const again = await get(path, { "if-none-match": String(headers.etag) });
    assert.equal(again.status, 304);
    assert.equal(again.body.length, 0);
  }
});

test("U3 a compressed copy is no file of its own, and no way out of the folder", async () => {
  assert.equal((await get(`${asset}.gz`)).status, 404);
  const linked = await get("/theme.js", { "accept-encoding": "gzip" });
  assert.equal(linked.headers["content-encoding"], undefined);
  assert.equal(linked.body.toString(), script);
});
