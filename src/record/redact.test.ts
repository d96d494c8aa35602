import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Redactor } from "./redact.ts";
import { isSecretMark } from "./secret-mark.ts";
import { secretValues } from "./secret-values.ts";

const marks = /\[secret:[0-9a-f]{12}\]/g;
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P";
const pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nabc/def+\n-----END RSA PRIVATE KEY-----";

const shaped: readonly string[] = [
  "sk-ant-api03-AbCd_efgh-1234",
  "sk-proj-abcdefgh12345678",
  "ghp_abcdefghijklmnopqrst1234",
  "github_pat_11ABCDEFG0abcdefghijkl",
  "xoxb-123456789012-abcdefghij",
  "AKIAIOSFODNN7EXAMPLE",
  jwt,
  pem,
];

test("H19 secrets of a well-known shape are found inside any string, and the JSON around them stays", () => {
  for (const secret of shaped) {
    const json = JSON.stringify({ type: "user", list: [1.5, { text: `before "${secret}" after` }], [secret]: null });
    const redacted = new Redactor().json(json);
    assert.ok(!redacted.includes(JSON.stringify(secret).slice(1, -1)), secret.slice(0, 8));
    const mark = redacted.match(marks)?.[0] ?? "";
    assert.deepEqual(JSON.parse(redacted), JSON.parse(json.replaceAll(JSON.stringify(secret).slice(1, -1), mark)));
  }
});

test("H19 the same secret has the same mark wherever it stands, and another one in another recording", () => {
  const redactor = new Redactor(["hunter2hunter2"]);
  const secret = "sk-ant-api03-abcdefgh";
  const json = JSON.stringify({
    a: secret,
    b: `Bearer ${secret}`,
    c: { Authorization: `Bearer ${secret}`, api_key: secret },
    d: `export X_API_KEY=${secret}; curl https://me:${secret}@host/`,
  });
  const found = redactor.json(json).match(marks) ?? [];
  assert.equal(found.length, 6);
  assert.equal(new Set(found).size, 1);
  assert.equal(redactor.text(secret), found[0]);
  assert.notEqual(redactor.text("hunter2hunter2"), found[0]);
  assert.notEqual(new Redactor().text(secret), found[0]);
});

test("H19 a given secret is found however JSON escapes it", () => {
  const secret = 'pä"ss\\wo/rd\n1';
  const spelled = [
    JSON.stringify({ a: secret }),
    JSON.stringify({ a: JSON.stringify({ b: secret }) }),
    JSON.stringify({ a: secret }).replaceAll("/", "\\/"),
    `{"a":"${[...secret].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"}`,
  ];
  const redactor = new Redactor([secret]);
  const mark = redactor.text(secret);
  for (const json of spelled) assert.ok(redactor.json(json).includes(mark), json);
  assert.deepEqual(JSON.parse(redactor.json(spelled[3] ?? "")), { a: mark });
});

test("H19 string values under telling names are secrets; counts and sources of them are not", () => {
  const kept = { max_tokens: "5", tokenSource: "none", apiKeySource: "user", progressToken: "p-1", input_tokens: 3 };
  const json = JSON.stringify({ ...kept, password: "x", "x-api-key": "y y", access_token: "z", client_secret: "" });
  const value = JSON.parse(new Redactor().json(json)) as { [key: string]: string };
  for (const [key, was] of Object.entries(kept)) assert.equal(value[key], was);
  for (const key of ["password", "x-api-key", "access_token"]) assert.ok(isSecretMark(value[key] ?? ""), key);
  assert.equal(value.client_secret, "");
});

test("what holds no secret comes back as it was, byte by byte", () => {
  const redactor = new Redactor(["not-in-there"]);
  const folder = join(import.meta.dirname, "../../test/fixtures/2.1.325");
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), "utf8").split("\n")) {
      const json = /^[<>]\s+\d+ (\{.*\})$/s.exec(line)?.[1];
      if (json !== undefined && !/sk-|secret|bearer|password/i.test(json)) assert.equal(redactor.json(json), json);
    }
  }
  const odd = '{ "a" : 12345678901234567890, "a":1.0,"b\\u0041":"\\u0041\\/" }';
  assert.equal(redactor.json(odd), odd);
});

test("redacting takes any depth and long strings of quotes and backslashes", () => {
  const deep = `${"[".repeat(50_000)}"sk-ant-abcdefgh"${"]".repeat(50_000)}`;
  assert.match(new Redactor().json(deep), marks);
  const long = JSON.stringify({ a: '\\"'.repeat(500_000), b: "sk-ant-abcdefgh" });
  assert.ok(!new Redactor().json(long).includes("sk-ant"));
});

test("the beginning of a given secret at the end of cut text is marked", () => {
  const redactor = new Redactor(["correct-horse-battery"]);
  assert.equal(redactor.cutText('{"a":"correct-ho'), `{"a":"${redactor.text("correct-horse-battery")}`);
});

test("of an environment, the values with secret names are secrets", () => {
  const env = { MY_API_KEY: "k-123456", GITHUB_TOKEN: "t-123456", PATH: "/bin", TOKENIZERS: "x", MAX_TOKEN: "200000" };
  assert.deepEqual(secretValues(env), ["k-123456", "t-123456"]);
});

test("too short a value is not replaced everywhere", () => {
  assert.equal(new Redactor(["a", "true"]).json('{"a":"true"}'), '{"a":"true"}');
});
