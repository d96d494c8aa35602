import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { request as http1, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { TokenStore } from "../../../src/daemon/server/token-store.ts";
import { until } from "../../host/until.ts";
import { within } from "../../host/within.ts";
import { StubDaemon } from "./stub-daemon.ts";

const listSessions = "/bridle.v1.SessionService/ListSessions";
let daemon: StubDaemon;

before(async () => {
  const folder = mkdtempSync(join(tmpdir(), "bridle-web-"));
  mkdirSync(join(folder, "web"));
  writeFileSync(join(folder, "web", "index.html"), "<!doctype html>page");
  writeFileSync(join(folder, "web", "app.js"), "1");
  writeFileSync(join(folder, "secret.txt"), "secret");
  symlinkSync(join(folder, "secret.txt"), join(folder, "web", "link.txt"));
  daemon = await new StubDaemon().start({ webFolder: join(folder, "web"), limits: { failureBurst: 1000 } });
});
after(() => daemon.stop());

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface Asked {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string | Buffer;
  readonly of?: StubDaemon;
  readonly unix?: boolean;
}

/** Not fetch: it forbids to set Host and Origin. */
function ask(path: string, { method = "GET", headers = {}, body, of = daemon, unix = false }: Asked = {}) {
  const where = unix ? { socketPath: of.socketPath } : { host: "127.0.0.1", port: new URL(of.url).port };
  const answer = new Promise<Answer>((resolve, reject) => {
    const req = http1({ ...where, path, method, headers, agent: false }, (res) => {
      const parts: Buffer[] = [];
      res
        .on("data", (part: Buffer) => parts.push(part))
        .on("end", () => {
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts).toString() });
        });
    });
    req.on("error", reject).end(body);
  });
  return within(5000, path, answer);
}

function list(headers: { [name: string]: string }, more: Asked = {}): Promise<Answer> {
  const all = { "content-type": "application/json", ...headers };
  return ask(listSessions, { method: "POST", body: "{}", ...more, headers: all });
}

const token = () => ({ authorization: `Bearer ${daemon.token}` });

test("D7 without a token or with a wrong one nothing is served on the port", async () => {
  assert.equal((await list(token())).status, 200);
  for (const headers of [
    {},
    { authorization: "Bearer brd_wrong" },
    { authorization: `Basic ${daemon.token}` },
    { authorization: "Bearer " },
    { cookie: "bridle=1" },
  ]) {
    const { status, body } = await list(headers as { [name: string]: string });
    assert.equal(status, 401, JSON.stringify(headers));
    assert.equal(JSON.parse(body).code, "unauthenticated");
  }
  assert.equal((await ask("/metrics")).status, 401);
  assert.equal((await ask("/metrics", { headers: token() })).body, "bridle_up 1\n");
});

test("D7 the unix socket needs no token, and refuses a wrong one", async () => {
  assert.equal(statSync(daemon.socketPath).mode & 0o777, 0o600);
  assert.equal((await list({}, { unix: true })).status, 200);
  assert.equal((await ask("/metrics", { unix: true })).status, 200);
  assert.equal((await list({ authorization: "Bearer brd_wrong" }, { unix: true })).status, 401);
});

test("D7 a gRPC client is refused in its own words", async () => {
  const { status, headers } = await list({ "content-type": "application/grpc" });
  assert.equal(status, 200);
  assert.equal(headers["grpc-status"], "16");
  assert.match(headers["grpc-message"] as string, /a token is needed/);
});

test("D7 a wrong Host is refused, also with the token, also for what needs none", async () => {
  for (const host of ["evil.example", "evil.example:4747", "localhost.evil.example", "box.example.evil.example"]) {
    assert.equal((await list({ ...token(), host })).status, 403, host);
    assert.equal((await ask("/healthz", { headers: { host } })).status, 403, host);
    assert.equal((await ask("/", { headers: { host } })).status, 403, host);
  }
  for (const host of [
    "localhost",
    "localhost:9",
    "127.0.0.1",
    "[::1]:4",
    "box.example",
    "box.example:80",
    "10.1.2.3",
  ]) {
    assert.equal((await list({ ...token(), host })).status, 200, host);
  }
});

test("D7 a foreign Origin is refused for everything, and nothing is allowed across origins", async () => {
  const host = "localhost:4747";
  for (const origin of ["http://evil.example", "http://localhost:3000", "null", "file://", "http://localhost"]) {
    for (const path of [listSessions, "/healthz", "/metrics", "/login", "/app.js"]) {
      const { status, headers } = await ask(path, { method: "POST", headers: { ...token(), host, origin } });
      assert.equal(status, 403, `${origin} ${path}`);
      assert.equal(headers["access-control-allow-origin"], undefined);
    }
  }
  assert.equal((await list({ ...token(), host, origin: "http://localhost:4747" })).status, 200);
  for (const site of ["cross-site", "same-site"]) {
    const headers = { ...token(), host, "sec-fetch-site": site, "sec-fetch-mode": "no-cors" };
    assert.equal((await ask("/app.js", { headers })).status, 403);
  }
  const link = { host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  assert.equal((await ask("/", { headers: link })).status, 200);
});

test("D7 a body over the limit is refused, and the server goes on", async () => {
  const small = await new StubDaemon().start({ limits: { readMaxBytes: 1000 } });
  const headers = { authorization: `Bearer ${small.token}` };
  const body = JSON.stringify({ pageToken: "x".repeat(2000) });
  const { status } = await list(headers, { body, of: small });
  assert.equal(status, 429);
  assert.equal((await list(headers, { of: small })).status, 200);
  await small.stop();
});

test("D7 static files: nothing outside of the folder, strict headers", async () => {
  const page = await ask("/");
  assert.equal(page.body, "<!doctype html>page");
  assert.match(page.headers["content-security-policy"] as string, /default-src 'none'.*frame-ancestors 'none'/);
  assert.doesNotMatch(page.headers["content-security-policy"] as string, /unsafe/);
  assert.equal(page.headers["x-content-type-options"], "nosniff");
  assert.equal((await ask("/sessions/s1")).body, "<!doctype html>page");
  assert.equal((await ask("/app.js")).headers["content-type"], "text/javascript; charset=utf-8");
  for (const path of [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/a/..%2f..%2fsecret.txt",
    "/..%5csecret.txt",
    "/%00.txt",
    "/%zz.txt",
    "/link.txt",
    "/.hidden.txt",
    "//etc/hostname.txt",
  ]) {
    const { status, body } = await ask(path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(body, /secret/);
  }
});

test("D7 behind https a page of the same name without it is a foreign one", async () => {
  const hosts = { allowedHosts: [], publicUrl: "https://bridle.example" };
  const stub = await new StubDaemon().start({ hosts });
  const from = async (origin: string): Promise<number> => {
    const headers = { authorization: `Bearer ${stub.token}`, host: "bridle.example", origin };
    return (await list(headers, { of: stub })).status;
  };
  assert.deepEqual([await from("https://bridle.example"), await from("http://bridle.example")], [200, 403]);
  await stub.stop();
});

test("D6 D7 probes need no token, and readyz tells why not", async () => {
  assert.equal((await ask("/healthz")).status, 200);
  assert.equal((await ask("/readyz")).status, 200);
  daemon.readiness.set("storage is full");
  const { status, body } = await ask("/readyz");
  daemon.readiness.set(undefined);
  assert.equal(status, 503);
  assert.equal(body, "storage is full\n");
});

test("D7 a login link works once, and only by its POST", async () => {
  const link = new URL(daemon.server.loginUrl());
  const path = link.pathname + link.search;
  const code = link.searchParams.get("code") ?? "";
  const origin = daemon.url;
  const post = (body: string) =>
    ask("/login", { method: "POST", body, headers: { origin, "content-type": "application/x-www-form-urlencoded" } });
  for (let i = 0; i < 3; i++) {
    const seen = await ask(path);
    assert.equal(seen.status, 200);
    assert.equal(seen.headers["set-cookie"], undefined);
    assert.ok(seen.body.includes(code));
  }
  assert.equal((await post("code=wrong")).status, 403);
  const done = await post(`code=${code}`);
  assert.equal(done.status, 303);
  assert.equal(done.headers.location, "/");
  const [cookie = ""] = done.headers["set-cookie"] ?? [];
  assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  assert.equal((await post(`code=${code}`)).status, 403);
  assert.equal((await ask(`/login?code=%22%3E%3Cscript%3E`)).body.includes("<script>"), false);

  const pair = { cookie: cookie.split(";")[0] ?? "", origin };
  assert.equal((await list(pair)).status, 200);
  const name = daemon.seen.at(-1)?.caller.name ?? "";
  assert.match(name, /^page-/);
  daemon.tokens.revoke(name);
  assert.equal((await list(pair)).status, 401);
});

test("D7 U1 a login link leads to a place in the page, and never out of it", async () => {
  const leadsTo = async (to: string): Promise<string | undefined> => {
    const code = new URL(daemon.server.loginUrl()).searchParams.get("code") ?? "";
    const body = new URLSearchParams({ code, to }).toString();
    const headers = { origin: daemon.url, "content-type": "application/x-www-form-urlencoded" };
    return (await ask("/login", { method: "POST", body, headers })).headers.location;
  };
  assert.equal(await leadsTo("/s/795e9ca4-4721-43c4-94b2-71ad970bffff"), "/s/795e9ca4-4721-43c4-94b2-71ad970bffff");
  assert.equal(await leadsTo("/asks"), "/asks");
  const elsewhere = [
    "",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/s/../login",
    "/a?b",
    "/a\r\nx: y",
  ];
  for (const to of elsewhere) assert.equal(await leadsTo(to), "/", to);
  const shown = await ask(`/login?code=abc&to=${encodeURIComponent('/"><script>')}`);
  assert.equal(shown.body.includes("<script>"), false);
});

test("D7 a page is let in only as long as the token is good that made its link", async () => {
  const stub = await new StubDaemon().start();
  stub.tokens.add("ci", { roles: ["watch"], folders: ["/shop"] });
  const ci = stub.tokens.callerNamed("ci");
  const enter = async (code: string): Promise<{ cookie: string }> => {
    const { headers } = await ask("/login", { method: "POST", body: `code=${code}`, of: stub });
    return { cookie: String(headers["set-cookie"]?.[0]).split(";")[0] ?? "" };
  };
  const codeOf = (url: string): string => new URL(url).searchParams.get("code") ?? "";
  const [page, own] = [await enter(codeOf(stub.server.loginUrl(ci))), await enter(codeOf(stub.server.loginUrl()))];
  const status = async (headers: { cookie: string }): Promise<number> => (await list(headers, { of: stub })).status;
  assert.deepEqual([await status(page), await status(own)], [200, 200]);
  // It may do what its maker may.
  const [its, owns] = stub.seen.map(({ caller: { roles, folders } }) => ({ roles, folders }));
  assert.deepEqual(its, { roles: ["watch"], folders: ["/shop"] });
  assert.deepEqual(owns, { roles: ["admin"], folders: undefined });
  stub.tokens.revoke("ci");
  assert.deepEqual([await status(page), await status(own)], [401, 200]);
  // Another token of that name does not bring it back.
  stub.tokens.add("ci");
  assert.equal(await status(page), 401);
  await stub.stop();
});

test("D7 a token that is revoked by another process is refused at once, and its streams end", async () => {
  const secret = daemon.tokens.add("bob");
  const headers = { authorization: `Bearer ${secret}` };
  assert.equal((await list(headers)).status, 200);
  const body = Buffer.from("\0\0\0\0\x02{}", "latin1");
  const all = { ...headers, "content-type": "application/connect+json" };
  const stream = ask("/bridle.v1.ConversationService/Watch", { method: "POST", headers: all, body });
  await until(() => daemon.server.streams === 1);
  const elsewhere = new TokenStore(join(daemon.folder, "config", "tokens.json"));
  assert.equal(elsewhere.revoke("bob"), true);
  assert.equal((await list(headers)).status, 401);
  assert.match((await stream).body, /"code":"unauthenticated"/);
  assert.equal(daemon.server.streams, 0);
});

test("D7 calls of one token are limited, and another's are not; wrong tokens are limited, and a right one is not", async () => {
  const strict = await new StubDaemon().start({
    limits: { callsPerSecond: 0.001, callBurst: 3, failuresPerSecond: 0.001, failureBurst: 2 },
  });
  const carol = strict.tokens.add("carol");
  const status = async (secret: string) => (await list({ authorization: `Bearer ${secret}` }, { of: strict })).status;
  assert.deepEqual([await status("x"), await status("x"), await status("x")], [401, 401, 429]);
  const alice = strict.token;
  const answers = [await status(alice), await status(alice), await status(alice), await status(alice)];
  assert.deepEqual(answers, [200, 200, 200, 429]);
  assert.equal(await status(carol), 200);
  await strict.stop();
});

test("D7 a token file that others can read from some moment on lets nobody in, and the daemon lives", async () => {
  const loose = await new StubDaemon().start();
  const file = join(loose.folder, "config", "tokens.json");
  const headers = { authorization: `Bearer ${loose.token}` };
  chmodSync(file, 0o640);
  assert.equal((await list(headers, { of: loose })).status, 500);
  assert.equal((await list({}, { of: loose, unix: true })).status, 200);
  assert.match(String(loose.failures.at(-1)), /chmod 600/);
  chmodSync(file, 0o600);
  assert.equal((await list(headers, { of: loose })).status, 200);
  await loose.stop();
});
