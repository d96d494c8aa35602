import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { ensureDefaultToken } from "../../../src/daemon/server/default-token.ts";
import { TokenStore } from "../../../src/daemon/server/token-store.ts";
import { isBridleError } from "../../../src/errors.ts";

test("D7 the token file holds no secret, has mode 0600, and is refused when others can read it", () => {
  const file = join(mkdtempSync(join(tmpdir(), "bridle-tokens-")), "config", "tokens.json");
  const store = new TokenStore(file);
  const secret = store.add("phone");
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(!readFileSync(file, "utf8").includes(secret));
  assert.equal(store.callerWith(secret)?.name, "phone");
  assert.throws(() => store.add("phone"), /not taken/);
  assert.throws(() => store.add("local"), /not taken/);
  chmodSync(file, 0o644);
  assert.throws(
    () => new TokenStore(file),
    (error) => isBridleError(error, "invalid_option") && /mode 0644.*chmod 600/.test(error.message),
  );
  assert.throws(() => store.callerWith(secret), /chmod 600/);
});

test("D7 processes that change the tokens at the same time lose nothing", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "bridle-tokens-")), "tokens.json");
  const source = join(import.meta.dirname, "..", "..", "..", "src", "daemon", "server", "token-store.ts");
  const program = `const { TokenStore } = await import(${JSON.stringify(source)});
    const [file, name] = process.argv.slice(1);
    const store = new TokenStore(file);
    for (let at = 0; at < 20; at++) { store.add(name + at); if (at % 2) store.revoke(name + at); }`;
  const run = promisify(execFile);
  const args = ["--input-type=module", "--eval", program, file];
  await Promise.all(["a", "b", "c"].map((name) => run(process.execPath, [...args, name])));
  const tokens = new TokenStore(file).list();
  assert.equal(tokens.length, 60);
  assert.equal(tokens.filter(({ revokedMs }) => revokedMs !== undefined).length, 30);
});

test("D7 the first start makes a default token whose secret only its owner can read; a revoked one is not made again", () => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-default-"));
  const secretFile = join(folder, "token");
  const store = new TokenStore(join(folder, "tokens.json"));
  ensureDefaultToken(store, secretFile);
  const secret = readFileSync(secretFile, "utf8").trim();
  assert.equal(statSync(secretFile).mode & 0o777, 0o600);
  assert.equal(store.callerWith(secret)?.name, "default");
  ensureDefaultToken(store, secretFile);
  assert.equal(readFileSync(secretFile, "utf8").trim(), secret);
  store.revoke("default");
  ensureDefaultToken(store, secretFile);
  assert.equal(store.callerWith(secret), undefined);
});
