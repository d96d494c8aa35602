import assert from "node:assert/strict";
import { test } from "node:test";
import { compileDomain, hostOf } from "./domain-pattern.ts";

test("P1 a domain is exact, *. is what is below it, and no other wildcard crosses a dot", () => {
  const cases: [string, string, boolean][] = [
    ["example.com", "example.com", true],
    ["Example.COM.", "example.com", true],
    ["example.com", "api.example.com", false],
    ["*.example.com", "api.example.com", true],
    ["*.example.com", "a.b.example.com", true],
    ["*.example.com", "example.com", false],
    ["*.example.com", "notexample.com", false],
    ["*", "anything.org", true],
    ["example.*", "example.org", true],
    ["example.*", "example.evil.com", false],
    ["api-*.example.com", "api-eu.example.com", true],
    ["api-*.example.com", "api-eu.x.example.com", false],
  ];
  for (const [pattern, host, expected] of cases)
    assert.equal(compileDomain(pattern)(host), expected, `${pattern} ${host}`);
});

test("P1 the host of an address is the one that is asked, however it is written", () => {
  const cases: [string, string | undefined][] = [
    ["https://Example.com/x?y#z", "example.com"],
    ["http://user:pass@example.com:8080/", "example.com"],
    ["https://good.com@evil.com/", "evil.com"],
    ["https://evil.com\\@good.com/", "evil.com"],
    ["https://exa\tmple.com/", "example.com"],
    ["http://[::1]:80/", "[::1]"],
    ["http://example.com./", "example.com"],
    ["example.com", undefined],
    ["https:///x", "x"],
    ["https://", undefined],
    ["https://a b.com/", undefined],
    ["https://a%2eb.com/", undefined],
  ];
  for (const [address, host] of cases) assert.equal(hostOf(address), host, address);
});
