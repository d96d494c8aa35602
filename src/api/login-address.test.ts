import assert from "node:assert/strict";
import { test } from "node:test";
import { callbackStart, loginAddress } from "./login-address.ts";

test("U3 an address of a login is opened over https, and over http on the loopback alone", () => {
  for (const [address, host] of [
    ["https://login.example.org/authorize?x=1", "login.example.org"],
    ["https://login.example.org:8443/", "login.example.org:8443"],
    ["http://localhost:3000/a", "localhost:3000"],
    ["http://127.0.0.1:3000/a", "127.0.0.1:3000"],
    ["http://[::1]:3000/a", "[::1]:3000"],
    // The host is what is looked up, not what stands before it or looks like it.
    ["https://login.example.org@evil.example/", "evil.example"],
    ["https://exаmple.org/", "xn--exmple-4nf.org"],
  ] as const)
    assert.equal(loginAddress(address)?.host, host, address);
  for (const address of [
    "http://login.example.org/",
    "http://127.0.0.1.evil.example/",
    "http://localhost.evil.example/",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "data:text/html,hello",
    "file:///etc/passwd",
    "vscode://x",
    "//login.example.org",
    "/login",
    "",
  ])
    assert.equal(loginAddress(address), undefined, address);
});

test("U3 the address that the browser ends on begins as the login says", () => {
  const of = (callback: string) => callbackStart(`https://a.example/?redirect_uri=${encodeURIComponent(callback)}`);
  assert.equal(of("http://localhost:123/callback?x=1"), "http://localhost:123/callback");
  assert.equal(of("app:/x"), undefined);
  assert.equal(callbackStart("https://a.example/"), undefined);
  assert.equal(callbackStart("nothing"), undefined);
});
