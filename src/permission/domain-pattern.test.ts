import assert from "node:assert/strict";
import { test } from "node:test";
import { compileAllowedDomain, compileDomain, domainProblem, hostOf } from "./domain-pattern.ts";

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
    ["https:example.com/", undefined],
    ["http://127.0.0.1/", "127.0.0.1"],
    ["http://[2001:db8::1]/", "[2001:db8::1]"],
    ["http://xn--bcher-kva.example/", "xn--bcher-kva.example"],
  ];
  for (const [address, host] of cases) assert.equal(hostOf(address), host, address);
});

test("P1 a host that is connected to under another name than it is written has no name a rule could hold for", () => {
  const addresses = [
    ...["http://0x7f.1/", "http://2130706433/", "http://127.1/", "http://0177.0.0.1/", "http://127.0.0.1../"],
    ...[
      "https://\u212fxample.com/",
      "https://b\u00fccher.example/",
      "http://\uff11\uff12\uff17.0.0.1/",
      "http://1.2.3.0x4/",
    ],
    ...[
      "http://[0:0:0:0:0:0:0:1]/",
      "http://[::ffff:127.0.0.1]/",
      "http://[0::1]/",
      "http://[::01]/",
      "http://[::1]x/",
    ],
    ...["http://256.0.0.1/", "http://a.1/", "http://[1:2:3:4:5:6::8]/", "http://[::1%25eth0]/"],
  ];
  for (const address of addresses) assert.equal(hostOf(address), undefined, address);
});

test("P1 the host of rules is the one that Node connects to, for whatever has one", () => {
  const hosts = [
    "Example.COM",
    "a_b.example",
    "1.2.3.4",
    "127.0.0.1.",
    "[::1]",
    "[FE80::1]",
    "[1:0:2::3]",
    "x--y.z",
    "a.b.c.",
  ];
  const around = [(host: string) => `https://${host}/`, (host: string) => `HTTP://u:p@${host}:81\\x`];
  for (const host of hosts)
    for (const write of around) {
      const address = write(host);
      assert.equal(hostOf(address), new URL(address).hostname.replace(/\.$/, ""), address);
    }
});

test("P1 a rule that allows everything allows nothing of the own machine or network; one that names it does", () => {
  const locals = ["localhost", "a.localhost", "127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1", "172.20.0.1"];
  const others = ["[::1]", "[fd00::1]", "[fe80::1]", "[::ffff:7f00:1]", "[2002:7f00:1::]", "0.0.0.0", "100.64.0.1"];
  for (const host of [...locals, ...others]) {
    assert.equal(compileAllowedDomain("*")(host), false, host);
    assert.equal(compileAllowedDomain("*.*.*.*")(host), false, host);
    assert.equal(compileAllowedDomain(host)(host), true, host);
    assert.equal(compileDomain("*")(host), true, host);
  }
  for (const host of ["example.com", "8.8.8.8", "172.32.0.1", "[2001:db8::1]"])
    assert.equal(compileAllowedDomain("*")(host), true, host);
  assert.equal(compileAllowedDomain("10.*.*.*")("10.1.2.3"), true);
  assert.equal(compileAllowedDomain("*.localhost")("a.localhost"), true);
});

test("P1 a domain that no host is written as is told, with what to write", () => {
  for (const [written, problem] of [
    ["https://evil.example", /the host alone/],
    ["evil.example/path", /the host alone/],
    ["evil.example:8080", /the host alone/],
    ["b\u00fccher.example", /xn--/],
    ["\uff45vil.example", /xn--/],
    ["evil\u3002example", /xn--/],
    ["::1", /as in 127\.0\.0\.1 or \[::1\]/],
    ["[0:0:0:0:0:0:0:1]", /as in 127\.0\.0\.1 or \[::1\]/],
    ["2130706433", /as in 127\.0\.0\.1/],
    ["0x7f.1", /as in 127\.0\.0\.1/],
    ["127.1", /as in 127\.0\.0\.1/],
    ["192.168.*", /as in 192\.168\.\*\.\*/],
    [".evil.example", /the host alone/],
    ["evil..example", /the host alone/],
    ["a b", /the host alone/],
  ] as const)
    assert.match(domainProblem(written) ?? "none", problem, written);
  const fine = ["*", "Example.COM.", " example.com ", "*.example.com", "example.*", "api-*.x.example", "*.*.*.*"];
  for (const written of [...fine, "10.*.*.*", "127.0.0.1", "[::1]", "[fe80::1]", "localhost", "xn--bcher-kva.example"])
    assert.equal(domainProblem(written), undefined, written);
});
