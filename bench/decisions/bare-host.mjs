// The floor of a decision: a process that starts agents, gives each its order once all have answered a first prompt, and allows
// whatever is asked, at once. Ends with them.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [agent, ...orders] = process.argv.slice(2);
let starting = orders.length;
const hosts = orders.map((order) => {
  const child = spawn(process.execPath, [agent], { stdio: ["pipe", "pipe", "inherit"] });
  const say = (frame) => child.stdin.write(`${JSON.stringify(frame)}\n`);
  const prompt = (content) => say({ type: "user", message: { role: "user", content }, uuid: "p" });
  let results = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { type, request_id, request } = JSON.parse(line);
    if (type === "result" && ++results === 1 && --starting === 0) for (const host of hosts) host.begin();
    else if (type === "result" && results === 2) child.stdin.end();
    if (type !== "control_request") return;
    const response = request.subtype === "can_use_tool" ? { behavior: "allow", updatedInput: request.input } : {};
    say({ type: "control_response", response: { subtype: "success", request_id, response } });
  });
  const hooks = { PreToolUse: [{ hookCallbackIds: ["bench"] }] };
  say({ type: "control_request", request_id: "1", request: { subtype: "initialize", hooks } });
  prompt('{"uses":[]}');
  return { begin: () => prompt(order) };
});
