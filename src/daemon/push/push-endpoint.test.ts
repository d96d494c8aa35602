import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../../errors.ts";
import { checkEndpoint, publicLookup } from "./push-endpoint.ts";

test("a push service is public and has TLS, or is one that the settings name", () => {
  assert.equal(checkEndpoint("https://push.example.org/x", []).host, "push.example.org");
  assert.equal(checkEndpoint("http://127.0.0.1:81/x", ["127.0.0.1:81"]).port, "81");
  assert.equal(checkEndpoint("https://ntfy.lan/x", ["NTFY.lan"]).host, "ntfy.lan");
  const refused = (endpoint: string, privateHosts: readonly string[]): void =>
    assert.throws(
      () => checkEndpoint(endpoint, privateHosts),
      (error) => isBridleError(error, "invalid_option"),
      endpoint,
    );
  refused("http://ntfy.lan/x", ["ntfy.lan"]);
  refused("http://127.0.0.1:82/x", ["127.0.0.1:81"]);
  refused("https://169.254.169.254/latest", []);
  refused("https://metadata.google.internal/", []);
  refused("https://2130706433/", []);
  refused("file:///etc/passwd", []);
});

test("a name that means this machine is not connected to, whatever it was when the device subscribed", async () => {
  for (const all of [true, false]) {
    const code = await new Promise((resolve) =>
      publicLookup("localhost", { all }, (error, found) => resolve(error?.code ?? found)),
    );
    assert.equal(code, "EPRIVATE");
  }
});
