// An MCP server on its standard streams. Arguments make it behave badly.
import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const manners = new Set(process.argv.slice(2));
const text = (said) => ({ content: [{ type: "text", text: said }] });

if (manners.has("breaks")) {
  process.stderr.write("there is no licence for this server\n");
  process.exit(3);
}
if (manners.has("stubborn")) {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1_000);
}
if (manners.has("chatty")) process.stdout.write("Welcome to tiny!\n\n{}\nnull\n");

const server = new McpServer({ name: "tiny", version: "1.0.0" });

server.registerTool("pid", {}, () => text(String(process.pid)));
server.registerTool("arguments", {}, () => text(process.argv.slice(2).join(" ")));
server.registerTool("variable", { inputSchema: { name: z.string() } }, ({ name }) =>
  text(process.env[name] ?? "unset"),
);
server.registerTool("folder", {}, () => text(process.cwd()));
server.registerTool("crash", {}, () => {
  writeSync(2, "out of cheese\n");
  process.exit(7);
});
server.registerTool("flood", {}, () => {
  const line = `${"noise ".repeat(1_000)}\n`;
  return new Promise((resolve) => process.stderr.write(line.repeat(2_000), () => resolve(text("flooded"))));
});
server.registerTool("child", {}, () =>
  text(String(spawn("sleep", ["300"], { stdio: ["ignore", "inherit", "inherit"] }).pid)),
);

// A permission prompt: the content of the file that shall be written says what is answered.
server.registerTool("approve", { inputSchema: z.looseObject({}) }, ({ input, ...asked }) => {
  const answer = input.content;
  if (answer === "fail") return { ...text("the approver is out"), isError: true };
  if (answer === "allow") return text(JSON.stringify({ behavior: "allow", updatedInput: { ...input, asked } }));
  return text(answer);
});

if (manners.has("silent")) process.stdin.resume();
else await server.connect(new StdioServerTransport());
