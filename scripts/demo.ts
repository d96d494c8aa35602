// npm start: shows what there is, until the daemon exists. Every example checks itself.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

const acts = [
  {
    title: "Drive an agent: a prompt, a permission request, streamed text, a result",
    file: "examples/drive-an-agent.ts",
  },
  {
    title: "Bytes in, messages out: one byte at a time, with a broken line and a message from next year",
    file: "examples/read-a-stream.ts",
  },
  {
    title: "One program, three agent versions: what a version lacks is refused, not sent",
    file: "examples/talk-to-any-version.ts",
  },
  { title: "Every request of an agent gets an answer", file: "examples/answer-a-control-request.ts" },
  { title: "Test a host with an agent that misbehaves on purpose", file: "examples/test-a-host.ts" },
  { title: "An agent of your own, asked once", file: "examples/own-agent.ts", args: ["-p", "hello"] },
];

console.log(
  "Bridle, the control stack for coding agents. There is no daemon yet; this is the host, the agent and the wire.\n",
);
for (const { title, file, args = [] } of acts) {
  console.log(`${title}  (${file})`);
  const { status } = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
  console.log();
}
console.log(
  "Next: `node bin/bridle.cjs agent -p hello` asks the agent, `node bin/bridle.cjs compat` shows which agent versions work.",
);
