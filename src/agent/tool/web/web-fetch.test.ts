import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { temporaryContext } from "../../../../test/agent/temporary-context.ts";
import type { Fields } from "../../../wire/fields.ts";
import type { ModelQuestion, ToolContext, ToolOutput } from "../tool.ts";
import { checkedLookup, isLocalAddress, lookupFor } from "./checked-lookup.ts";
import { fetchPage } from "./fetch-page.ts";
import { pageAddress } from "./page-address.ts";
import { PageCache } from "./page-cache.ts";
import { webFetch } from "./web-fetch.ts";

type Serve = (response: ServerResponse, request: IncomingMessage) => void;

const sends =
  (type: string | undefined, body: string | Buffer, headers: Fields = {}): Serve =>
  (response) =>
    response
      .writeHead(200, { ...(type && { "content-type": type }), ...(headers as Record<string, string>) })
      .end(body);
const leads =
  (location: string, code = 302): Serve =>
  (response) =>
    response.writeHead(code, { location }).end();

/** A server on loopback, and the tool with a model that is asked. */
async function setUp(t: TestContext, pages: { [path: string]: Serve }, changes: Partial<ToolContext> = {}) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? "");
    const serve = pages[request.url ?? ""];
    if (serve === undefined) response.writeHead(404).end("nothing");
    else serve(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const questions: ModelQuestion[] = [];
  const askModel = async (question: ModelQuestion): Promise<string> => {
    questions.push(question);
    return "ANSWER";
  };
  const context = temporaryContext(t, { askModel, ...changes });
  return {
    port,
    seen,
    questions,
    context,
    at: (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`,
    fetch: (url: string, more: Fields = {}) => webFetch.run(webFetch.read({ url, prompt: "What?", ...more }), context),
  };
}

function assertRefused({ isError, content, details }: ToolOutput, reason: RegExp): void {
  assert.equal(isError, true, String(content));
  assert.match(String(content), reason);
  assert.equal(details, `Error: ${content}`);
}

test("G5 WebFetch asks the model about the page as text, and tells bytes, code and address", async (t) => {
  const html = "<title>T</title><script>x()</script><h1>Head</h1><p>Para <a href=/x>link</a></p>";
  const { fetch, at, questions, port } = await setUp(t, {
    "/html": sends("text/html; charset=utf-8", html),
    "/json": sends("application/json", '{"a":1}'),
    "/zipped": sends("text/plain", gzipSync("zipped"), { "content-encoding": "gzip" }),
    "/latin": sends('text/plain; charset="ISO-8859-1"', Buffer.from("caf\xe9", "latin1")),
    "/unnamed": sends(undefined, "unnamed"),
  });
  const { content, details } = await fetch(at("/html"));
  assert.equal(content, "ANSWER");
  const { durationMs, ...rest } = details as Fields;
  assert.equal(typeof durationMs, "number");
  assert.deepEqual(rest, { bytes: html.length, code: 200, codeText: "OK", result: "ANSWER", url: at("/html") });
  assert.ok(questions[0]?.prompt.includes(`---\nT\n\n# Head\n\nPara [link](http://127.0.0.1:${port}/x)\n---\n\nWhat?`));
  for (const path of ["/json", "/zipped", "/latin", "/unnamed"]) await fetch(at(path));
  const pages = questions.slice(1).map(({ prompt }) => /---\n([\s\S]*?)\n---/.exec(prompt)?.[1]);
  assert.deepEqual(pages, ['{"a":1}', "zipped", "café", "unnamed"]);
});

test("G5 where the model cannot be asked the page itself is the result, and where it fails its failure", async (t) => {
  const pages = { "/": sends("text/html", "<p>Para</p>") };
  const mute = await setUp(t, pages, { askModel: async () => undefined });
  assert.equal((await mute.fetch(mute.at("/"))).content, "Para");
  const failing = await setUp(t, pages, { askModel: () => Promise.reject(new Error("API Error: overloaded")) });
  assertRefused(await failing.fetch(failing.at("/")), /^API Error: overloaded$/);
});

test("G5 a redirect within the origin is followed up to ten times; one to another place is told, and nothing is asked there", async (t) => {
  const other = await setUp(t, { "/secret": sends("text/plain", "secret") });
  const steps = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`/step${n}`, leads(`/step${n + 1}`, 307)]));
  const { fetch, at, seen, port, questions } = await setUp(t, {
    ...steps,
    "/ten": leads("/step2", 301),
    "/step11": sends("text/plain", "end"),
    "/port": leads(other.at("/secret")),
    "/host": leads(other.at("/secret", "localhost")),
    "/user": (response) => response.writeHead(302, { location: `http://u:p@127.0.0.1:${port}/step11` }).end(),
    "/file": leads("file:///etc/passwd", 308),
    "/loop": leads("/loop"),
  });
  assert.equal((await fetch(at("/ten"))).content, "ANSWER");
  assertRefused(await fetch(at("/step0")), /^Too many redirects \(exceeded 10\)$/);
  assertRefused(await fetch(at("/loop")), /^Too many redirects/);
  const asked = questions.length;
  for (const [path, to] of [
    ["/port", other.at("/secret")],
    ["/host", other.at("/secret", "localhost")],
    ["/user", `http://u:p@127.0.0.1:${port}/step11`],
  ] as const) {
    const before = seen.length;
    const { content, isError, details } = await fetch(at(path));
    assert.equal(isError, undefined);
    assert.match(String(content), /^REDIRECT DETECTED: .*\n\n {4}Original URL: /);
    assert.ok(String(content).includes(`    - url: "${to}"\n    - prompt: "What?"`), String(content));
    assert.partialDeepStrictEqual(details, { code: 302, bytes: Buffer.byteLength(String(content)) });
    assert.equal(seen.length, before + 1, path);
  }
  assert.match(String((await fetch(at("/file"))).content), /308 Permanent Redirect .* cannot be fetched/);
  assert.deepEqual([other.seen, questions.length], [[], asked]);
});

test("G5 failures of a server and what is no text are told with their status or type", async (t) => {
  const { fetch, at, questions } = await setUp(t, {
    "/png": sends("image/png", Buffer.from([1, 2, 3])),
    "/pdf": sends("application/pdf", "%PDF"),
    "/bytes": sends(undefined, Buffer.from([65, 0, 66])),
    "/cut": (response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-length": "100" }).write("part");
      setImmediate(() => response.destroy());
    },
    "/badzip": sends("text/plain", "no zip", { "content-encoding": "gzip" }),
  });
  const { content, isError, details } = await fetch(at("/none"));
  assert.equal(isError, undefined);
  assert.match(String(content), /^The server returned HTTP 404 Not Found\.\n\nThe response body was not retrieved\./);
  assert.partialDeepStrictEqual(details, { bytes: 0, code: 404, codeText: "Not Found" });
  assertRefused(await fetch(at("/png")), /this is image\/png\. To have the file, use Bash with curl/);
  assertRefused(await fetch(at("/pdf")), /this is application\/pdf/);
  assertRefused(await fetch(at("/bytes")), /no type that is named/);
  assertRefused(await fetch(at("/cut")), /aborted|terminated|closed/i);
  assertRefused(await fetch(at("/badzip")), /header/);
  assert.deepEqual(questions, []);
});

test("G5 a long page is read in parts, an endless one is cut, a silent one is given up, and an interrupt ends it", async (t) => {
  let open = 0;
  const endless: Serve = (response) => {
    open++;
    response.on("close", () => open--);
    response.writeHead(200, { "content-type": "text/plain" });
    const more = (): void => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
      response.once("drain", more);
    };
    more();
  };
  const { fetch, at, questions, context } = await setUp(t, {
    "/long": sends("text/plain", "0123456789".repeat(15_000)),
    "/endless": endless,
    "/silent": () => {},
  });
  const note =
    /characters 0 to 100000; the final 50000 were not read — to read on, call WebFetch again with the same url and offset: 100000\.\]$/;
  assert.match(String((await fetch(at("/long"))).content), note);
  assert.equal((await fetch(at("/long"), { offset: "100000" })).content, "ANSWER");
  assert.equal(/---\n(\d+)\n---/.exec(questions[1]?.prompt ?? "")?.[1]?.length, 50_000);
  assertRefused(await fetch(at("/long"), { offset: 150_000 }), /has only 150000 characters/);
  assert.match(String((await fetch(at("/endless"))).content), /its end is missing/);
  const { signal } = context;
  const { outcome } = await fetchPage(new URL(at("/endless")), { signal, maxBytes: 1_000 });
  assert.partialDeepStrictEqual(outcome, { kind: "page", isCut: true });
  assert.equal(outcome.kind === "page" && outcome.body.length, 1_000);
  await assert.rejects(
    fetchPage(new URL(at("/silent")), { signal, timeoutMs: 50 }),
    /did not answer completely within 50 ms/,
  );
  const stopping = new AbortController();
  const waiting = webFetch.run({ url: at("/silent"), prompt: "" }, { ...context, signal: stopping.signal });
  stopping.abort(new Error("interrupted"));
  await assert.rejects(waiting, /interrupted/);
  // Every connection it left is closed.
  while (open > 0) await new Promise((resolve) => setImmediate(resolve));
});

test("G5 a page is kept for 15 minutes by its address, and failures are not", async (t) => {
  let nowMs = 0;
  const { fetch, at, seen } = await setUp(
    t,
    { "/a": sends("text/plain", "a"), "/a?b": sends("text/plain", "b") },
    { pages: new PageCache(() => nowMs) },
  );
  for (const path of ["/a", "/a", "/a#part", "/a?b", "/none", "/none"]) await fetch(at(path));
  assert.deepEqual(seen, ["/a", "/a?b", "/none", "/none"]);
  nowMs = 15 * 60 * 1000;
  await fetch(at("/a"));
  assert.deepEqual(seen.slice(4), ["/a"]);
});

test("G5 the cache forgets the oldest pages when there are many", () => {
  const cache = new PageCache();
  const page = { text: "x".repeat(1024 * 1024), bytes: 1, code: 200, codeText: "OK", isCut: false };
  for (let n = 0; n < 30; n++) cache.keep(new URL(`https://x.example/${n}`), page);
  assert.equal(cache.get(new URL("https://x.example/0")), undefined);
  assert.equal(cache.get(new URL("https://x.example/29")), page);
});

test("G5 an address is upgraded to https, except on this machine, and has to be written as it is connected to", () => {
  const good: [string, string][] = [
    ["http://Example.com/a#b", "https://example.com/a"],
    ["http://example.com:8080/", "https://example.com:8080/"],
    ["http://localhost:8001/", "http://localhost:8001/"],
    ["http://127.0.0.1/", "http://127.0.0.1/"],
    ["https://example.com./", "https://example.com./"],
    ["http://[::1]:3/", "http://[::1]:3/"],
  ];
  for (const [written, href] of good) assert.equal(pageAddress(written).href, href);
  const bad: [string, RegExp][] = [
    ["ftp://a.example/", /Unsupported protocol ftp:/],
    ["file:///etc/passwd", /Unsupported protocol file:/],
    ["https://u:p@a.example/", /no user name or password/],
    ["https://good.example@evil.example/", /no user name or password/],
    ["http://0x7f.1/", /Write the URL as http:\/\/127\.0\.0\.1\//],
    ["http://2130706433/", /Write the URL as http:\/\/127\.0\.0\.1\//],
    ["https://\u212fxample.com/", /Write the URL as https:\/\/example\.com\//],
    ["https://b\u00fccher.example/", /Write the URL as https:\/\/xn--bcher-kva\.example\//],
    ["https:example.com", /Write the URL as https:\/\/example\.com\//],
    [`https://a.example/${"x".repeat(2_000)}`, /longer than 2000/],
    ["nonsense", /Invalid URL/],
  ];
  for (const [written, reason] of bad) assert.throws(() => pageAddress(written), reason, written);
});

test("G5 a name that leads to this machine or its network is refused, unless a rule names it", async (t) => {
  const named = await new Promise<unknown>((resolve) => checkedLookup("localhost", {}, resolve));
  assert.match(
    String(named),
    /localhost leads to .*, an address of this machine or its network\..*WebFetch\(domain:localhost\)/,
  );
  for (const address of ["127.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", "169.254.169.254", "fd00::1"])
    assert.equal(isLocalAddress(address), true, address);
  for (const address of ["8.8.8.8", "2606:4700::1111"]) assert.equal(isLocalAddress(address), false, address);
  const names = (host: string): boolean => host === "wiki.example";
  assert.equal(lookupFor("wiki.example", names), undefined);
  assert.equal(lookupFor("x.wiki.example", names), checkedLookup);
  const { seen, port, context } = await setUp(t, { "/": sends("text/plain", "x") });
  const { signal } = context;
  await assert.rejects(fetchPage(new URL(`http://localhost:${port}/`), { signal, lookup: checkedLookup }), /leads to/);
  assert.deepEqual(seen, []);
});
