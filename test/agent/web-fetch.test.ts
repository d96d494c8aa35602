import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { codingAgent } from "../../src/agent/loop/coding-agent.ts";
import type { ModelRequest } from "../../src/script/model-request.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, objects, texts } from "../../src/wire/fields.ts";
import { localhostCert } from "../daemon/server/localhost-cert.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { hermetic } from "../lab/hermetic.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { agentFile } from "./agent-file.ts";
import { AgentProcess } from "./agent-process.ts";
import { answer, asking, Driven, user } from "./drive.ts";
import { ownFolders } from "./own-folders.ts";

const { folder, environment } = ownFolders("web-fetch");

const site: RequestListener = ({ url }, response) => {
  const send = (type: string, body: string): unknown => response.setHeader("content-type", type).end(body);
  if (url === "/html") send("text/html; charset=utf-8", "<h1>Head</h1><p>Para</p>");
  else if (url === "/json") send("application/json", '{"a":1}');
  else if (url === "/long") send("text/plain", "0123456789".repeat(15_000));
  else if (url === "/away") response.writeHead(302, { location: "https://other.example/x" }).end();
  else if (url === "/same") response.writeHead(301, { location: "/html" }).end();
  else if (url === "/loop") response.writeHead(302, { location: "/loop" }).end();
  else response.writeHead(404).end("nothing");
};

async function listen(t: TestContext, server: Server & { closeAllConnections(): void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const call = (url: string, more: Fields = {}) => ({
  tools: [{ name: "WebFetch", input: { url, prompt: "What?", ...more } }],
});
const aside = ({ side, messages }: ModelRequest) =>
  side && messages.some(({ texts: said }) => said.join().includes("Web page content")) ? { text: "ANSWER" } : undefined;

interface Told {
  readonly content: unknown;
  readonly isError: boolean;
  readonly details: unknown;
}

function resultsOf(frames: readonly Fields[]): Told[] {
  return frames.flatMap(({ type, message, tool_use_result: details }) => {
    const [block] = type === "user" ? objects((message as Fields).content) : [];
    if (block?.type !== "tool_result") return [];
    const { durationMs, ...rest } = (typeof details === "object" ? details : { text: details }) as Fields;
    return [{ content: block.content, isError: block.is_error === true, details: rest }];
  });
}

test("G5 WebFetch tells what Claude Code 2.1.325 tells of pages, redirects, failures and long texts", {
  timeout: 60_000,
}, async (t) => {
  const cli = await cliOrSkip(t, "2.1.325");
  if (cli === undefined) return;
  const base = `https://127.0.0.1:${await listen(t, createSecureServer(localhostCert, site))}`;
  const steps = [
    ...["/html", "/json", "/away", "/same", "/none", "/loop", "/long", "/html"].map((path) => call(base + path)),
    call(`${base}/long`, { offset: 100_000 }),
    call("ftp://a.example/"),
  ];
  const certFile = join(folder(), "cert.pem");
  writeFileSync(certFile, localhostCert.cert);
  const play = async (command: readonly [string, ...string[]]): Promise<Told[]> => {
    await using api = await ScriptedModelApi.start({ answer: aside });
    await using place = await hermetic(api.url, { NODE_EXTRA_CA_CERTS: certFile });
    // It would ask a server of its makers about each host.
    const permissions = { allow: ["WebFetch(domain:127.0.0.1)", "WebFetch"] };
    const settings = JSON.stringify({ skipWebFetchPreflight: true, permissions });
    const argv = [...asking.filter((flag) => flag !== "--scripted-without-key"), "--settings", settings];
    await using agent = new AgentProcess({ command, argv, env: place.env, cwd: place.cwd });
    agent.send(user(scripted(...steps, { text: "done" })));
    await agent.saw("result success done");
    return resultsOf(agent.frames);
  };
  const theirs = await play([cli.command, ...cli.args]);
  assert.equal(theirs.length, steps.length);
  const ours = await play([process.execPath, agentFile]);
  assert.deepEqual(ours, theirs);
});

test("G6 WebFetch asks for a host with a rule for it on offer; rules that name the host decide, and no other allows a local one", async (t) => {
  const port = await listen(t, createServer(site));
  const cases: readonly (readonly [
    argv: readonly string[],
    permissions: Fields,
    verdict: "allowed" | "asked" | "denied",
  ])[] = [
    [[], {}, "asked"],
    [[], { allow: ["WebFetch(domain:127.0.0.1)"] }, "allowed"],
    [[], { allow: ["WebFetch", "WebFetch(domain:*)"] }, "asked"],
    [["--permission-mode", "bypassPermissions"], {}, "asked"],
    [["--permission-mode", "dontAsk"], { allow: ["WebFetch"] }, "denied"],
    [[], { allow: ["WebFetch(domain:127.0.0.1)"], deny: ["WebFetch(domain:127.*.*.*)"] }, "denied"],
    [[], { allow: ["WebFetch(domain:localhost)"] }, "asked"],
  ];
  for (const [more, permissions, verdict] of cases) {
    await using api = await ScriptedModelApi.start({ answer: aside });
    const argv = [
      ...asking,
      "--allow-dangerously-skip-permissions",
      ...more,
      "--settings",
      JSON.stringify({ permissions }),
    ];
    const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url });
    await using agent = new Driven(codingAgent, { argv, env, cwd: folder() });
    const url = `http://127.0.0.1:${port}/html`;
    agent.send(user(scripted(call(url), { text: "done" })));
    if (verdict === "asked") {
      const asked = await agent.saw("asks can_use_tool WebFetch");
      const rules = [{ toolName: "WebFetch", ruleContent: "domain:127.0.0.1" }];
      const offer = { type: "addRules", rules, behavior: "allow", destination: "localSettings" };
      assert.deepEqual((asked.request as Fields).permission_suggestions, [offer]);
      agent.send(answer(asked, { behavior: "allow", updatedInput: { url, prompt: "What?" } }));
    }
    await agent.saw("result success done");
    const [told] = resultsOf(agent.frames);
    assert.equal(
      told?.content === "ANSWER",
      verdict !== "denied",
      `${more} ${JSON.stringify(permissions)} ${told?.content}`,
    );
    const asked = agent.labels.some((label) => label.startsWith("asks can_use_tool"));
    assert.equal(asked, verdict === "asked", `${more} ${JSON.stringify(permissions)}`);
    const init = agent.frames.find(({ subtype }) => subtype === "init");
    assert.ok(texts(init?.tools).includes("WebFetch"));
  }
});

test("G5 what the question about a page costs is part of the turn", async (t) => {
  const port = await listen(t, createServer(site));
  await using api = await ScriptedModelApi.start({ answer: aside });
  const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url });
  const argv = [...asking, "--settings", JSON.stringify({ permissions: { allow: ["WebFetch(domain:127.0.0.1)"] } })];
  await using agent = new Driven(codingAgent, { argv, env, cwd: folder() });
  agent.send(user(scripted(call(`http://127.0.0.1:${port}/html`), { text: "done" })));
  const { modelUsage, usage } = await agent.saw("result success done");
  const [ofModel] = Object.values(modelUsage as { [model: string]: { inputTokens: number } });
  // The scripted model says the same number of every answer: two of the conversation, one beside it.
  assert.equal(ofModel?.inputTokens, (Number((usage as Fields).input_tokens) / 2) * 3);
});

test("G6 a page that was fetched under a rule is asked about and refused again once the rules say so", async (t) => {
  const port = await listen(t, createServer(site));
  await using api = await ScriptedModelApi.start({ answer: aside });
  const env = environment({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: api.url });
  await using agent = new Driven(codingAgent, { argv: asking, env, cwd: folder() });
  const url = `http://127.0.0.1:${port}/html`;
  const fetched = async (title: string): Promise<unknown> => {
    const before = resultsOf(agent.frames).length;
    agent.send(user(scripted(call(url), { text: title })));
    const asked = await agent.saw("");
    for (let frame = asked; frame.type !== "result"; frame = await agent.saw(""))
      if (frame.type === "control_request") agent.send(answer(frame, { behavior: "deny", message: "asked" }));
    return resultsOf(agent.frames)[before]?.content;
  };
  const apply = (permissions: Fields, id: string) =>
    agent.control("apply_flag_settings", { settings: { permissions } }, id);
  await apply({ allow: ["WebFetch(domain:127.0.0.1)"] }, "1");
  assert.equal(await fetched("one"), "ANSWER");
  await apply({ allow: [], ask: ["WebFetch(domain:127.0.0.1)"] }, "2");
  assert.equal(await fetched("two"), "asked");
  await apply({ allow: ["WebFetch(domain:127.0.0.1)"], ask: [], deny: ["WebFetch(domain:127.0.0.1)"] }, "3");
  assert.match(String(await fetched("three")), /has been denied/);
});
