import type { AgentSetting } from "./start-daemon.ts";
import { programAgent } from "./twins.ts";

export const loginAgentCallback = "http://localhost:5999/callback";

/**
 * An agent with an MCP server `far` that wants a login, in the shapes of Claude Code 2.1.325. `address`: where its login
 * leads; it ends on `http://localhost:5999/callback`. The code "good" is taken, any other refused with the code in the words.
 */
export function loginAgent(address: string): AgentSetting {
  return programAgent(source, address);
}

const source = `
  const address = process.argv[1];
  const session_id = "00000000-0000-4000-8000-000000000001";
  let [status, tries, waiting] = ["needs-auth", 0, false];
  const say = (line) => process.stdout.write(JSON.stringify({ session_id, ...line }) + "\\n");
  const answer = (request_id, response) => say({ type: "control_response", response: { subtype: "success", request_id, response } });
  const refuse = (request_id, error) => say({ type: "control_response", response: { subtype: "error", request_id, error } });
  const servers = () => [
    { name: "far", status, transport: "http", scope: "user", config: { type: "http", url: "https://far.example/mcp" },
      ...(status === "connected" && { serverInfo: { name: "far", version: "1.0.0" }, tools: [{ name: "hello" }] }) },
    { name: "keyed", status: "connected", transport: "http", scope: "user", tools: [],
      config: { type: "http", url: "https://keyed.example/mcp", headers: { Authorization: "Bearer x" } } },
  ];
  const known = { far: true, keyed: true };
  const controls = {
    initialize: () => ({ commands: [], models: [], agents: [] }),
    mcp_status: () => ({ mcpServers: servers() }),
    mcp_authenticate: () => {
      waiting = true;
      const url = new URL(address);
      url.searchParams.set("redirect_uri", "${loginAgentCallback}");
      url.searchParams.set("state", "state-" + ++tries);
      return { authUrl: url.href, requiresUserAction: true, callbackExpected: true };
    },
    mcp_oauth_callback_url: ({ callbackUrl }) => {
      const code = new URL(callbackUrl).searchParams.get("code");
      if (!waiting) throw new Error("No active OAuth flow for server: far");
      waiting = false;
      if (code !== "good") throw new Error("the code " + code + " is not good");
      return {};
    },
    mcp_reconnect: () => { status = "connected"; return {}; },
    mcp_clear_auth: () => { status = "needs-auth"; return {}; },
  };
  const prompt = ({ uuid }) => {
    say({ type: "system", subtype: "init", cwd: process.cwd(), tools: [], mcp_servers: servers(), model: "m", permissionMode: "default",
      slash_commands: [], apiKeySource: "none", claude_code_version: "2.1.325", output_style: "default", agents: [], skills: [],
      plugins: [], uuid: crypto.randomUUID() });
    say({ type: "result", subtype: "success", is_error: false, duration_ms: 1, duration_api_ms: 1, num_turns: 1, result: "done",
      total_cost_usd: 0, usage: {}, modelUsage: {}, uuid: crypto.randomUUID(), user_message_uuids: [uuid] });
  };
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (part) => {
    const lines = (rest + part).split("\\n");
    rest = lines.pop();
    for (const line of lines.filter((one) => one.trim() !== "").map((one) => JSON.parse(one))) {
      if (line.type === "user") prompt(line);
      if (line.type !== "control_request") continue;
      const { subtype, serverName } = line.request;
      if (serverName !== undefined && !known[serverName]) { refuse(line.request_id, "Server not found: " + serverName); continue; }
      try {
        answer(line.request_id, controls[subtype]?.(line.request) ?? {});
      } catch (error) {
        refuse(line.request_id, error.message);
      }
    }
  }).on("end", () => process.exit(0));`;
