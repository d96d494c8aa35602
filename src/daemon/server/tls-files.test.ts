import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { localhostCert } from "../../../test/daemon/server/localhost-cert.ts";
import { isBridleError } from "../../errors.ts";
import { readTlsFiles } from "./tls-files.ts";

test("D7 D8 a certificate that cannot be used stops the start, with the setting and without any of its text", () => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-tls-"));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const [cert, key, none] = [file("cert", localhostCert.cert), file("key", localhostCert.key), join(folder, "none")];
  assert.equal(String(readTlsFiles(cert, key).key), localhostCert.key);
  const refused = (certFile: string, keyFile: string, said: RegExp): void =>
    assert.throws(
      () => readTlsFiles(certFile, keyFile),
      (error) =>
        isBridleError(error, "invalid_option") && said.test(error.message) && !/BEGIN|secret/.test(error.message),
    );
  refused(none, key, /daemon\.tls_cert must be .*ENOENT/);
  refused(cert, none, /daemon\.tls_key must be .*ENOENT/);
  refused(file("text", "a secret"), key, /daemon\.tls_cert must be a certificate/);
  refused(cert, cert, /no such pair/);
  rmSync(folder, { recursive: true });
});
