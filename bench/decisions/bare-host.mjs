// The floor of a decision: a process that starts agents, gives each its prompt and allows whatever is asked, at once. Ends with them.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [agent, ...orders] = process.argv.slice(2);
for (const text of orders) {
  const child = spawn(process.execPath, [agent], { stdio: ["pipe", "pipe", "inherit"] });
  const say = (frame) => child.stdin.write(`${JSON.stringify(frame)}\n`);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { type, request_id, request } = JSON.parse(line);
    if (type === "result") child.stdin.end();
    if (type !== "control_request") return;
    const response = request.subtype === "can_use_tool" ? { behavior: "allow", updatedInput: request.input } : {};
    say({ type: "control_response", response: { subtype: "success", request_id, response } });
  });
  const hooks = { PreToolUse: [{ hookCallbackIds: ["bench"] }] };
  say({ type: "control_request", request_id: "1", request: { subtype: "initialize", hooks } });
  say({ type: "user", message: { role: "user", content: text }, uuid: "p" });
}
