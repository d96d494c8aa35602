import assert from "node:assert/strict";
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isBridleError } from "../../errors.ts";
import { editSettings } from "./edit-settings.ts";

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "bridle-edit-"));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

test("D8 a setting is written, changed and taken out; the rest stays", (t) => {
  const file = join(folder(t), "config", "settings.json");
  editSettings(file, [{ key: "daemon.port", value: "0" }]);
  editSettings(file, [{ key: "daemon.host", value: "localhost" }]);
  editSettings(file, [{ key: "agents.mine.command", value: "my-agent" }]);
  editSettings(file, [{ key: "agents.mine.args", value: '["--fast"]' }]);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(read(file), {
    daemon: { port: 0, host: "localhost" },
    agents: { mine: { command: "my-agent", args: ["--fast"] } },
  });
  editSettings(file, [{ key: "daemon.port", value: undefined }]);
  editSettings(file, [{ key: "agents.mine", value: undefined }]);
  editSettings(file, [{ key: "daemon.log_level", value: undefined }]);
  assert.deepEqual(read(file), { daemon: { host: "localhost" } });
});

test("D8 a link stays a link, and the file keeps its mode", (t) => {
  const root = folder(t);
  const [file, link] = [join(root, "real.json"), join(root, "settings.json")];
  writeFileSync(file, '{"unknown": 1}');
  chmodSync(file, 0o640);
  symlinkSync(file, link);
  editSettings(link, [{ key: "daemon.port", value: "1" }]);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(statSync(file).mode & 0o777, 0o640);
  assert.deepEqual(read(file), { unknown: 1, daemon: { port: 1 } });
  assert.deepEqual(readdirSync(root).sort(), ["real.json", "settings.json"]);
});

test("D8 what would be refused at the start is refused at once, and the file stays as it is", (t) => {
  const file = join(folder(t), "settings.json");
  const refused = (key: string, value: string | undefined, message: RegExp): void =>
    assert.throws(
      () => editSettings(file, [{ key, value }]),
      (error) => isBridleError(error, "invalid_option") && message.test(error.message),
    );
  const before = '{"daemon": {"port": 1}, "agents": {"a": {"command": "x", "args": []}}}';
  writeFileSync(file, before);
  refused("daemon.port", "99999", /^daemon\.port must be/);
  refused("daemon.prot", "1", /did you mean daemon\.port\?/);
  refused("daemon.port.x", "1", /is no setting/);
  refused("daemon.__proto__", "1", /is no setting/);
  refused("agents.a.command", undefined, /^agents\.a\.command must be/);
  assert.equal(readFileSync(file, "utf8"), before);
  writeFileSync(file, "{");
  refused("daemon.port", "1", /found: the end of the file/);
  assert.equal(readFileSync(file, "utf8"), "{");
});

test("D8 D7 settings that contradict each other are refused, and written where they come together", (t) => {
  const file = join(folder(t), "settings.json");
  const put = (settings: { [key: string]: string | undefined }): void =>
    editSettings(
      file,
      Object.entries(settings).map(([key, value]) => ({ key, value })),
    );
  assert.throws(
    () => put({ "daemon.host": "0.0.0.0" }),
    /^BridleError: daemon\.host must be a loopback address, or any with TLS/,
  );
  assert.throws(() => put({ "daemon.tls_cert": "/c" }), /daemon\.tls_key must be set where daemon\.tls_cert is/);
  const all = { "daemon.host": "0.0.0.0", "daemon.tls_cert": "/c", "daemon.tls_key": "/k" };
  put(all);
  assert.deepEqual(read(file), { daemon: { host: "0.0.0.0", tls_cert: "/c", tls_key: "/k" } });
  assert.throws(() => put({ "daemon.tls_cert": undefined, "daemon.tls_key": undefined }), /daemon\.host must be/);
  put({ "daemon.tls_cert": undefined, "daemon.tls_key": undefined, "daemon.host": "::1" });
  assert.deepEqual(read(file), { daemon: { host: "::1" } });
});
