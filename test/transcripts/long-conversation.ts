import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedTool, Step } from "../../src/script/script.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { request, user } from "../agent/drive.ts";
import type { Command, TranscriptStage } from "./transcript-stage.ts";

/** A task for an agent that works for this one, waited for. */
export function task(...steps: readonly Step[]): ScriptedTool {
  const input = { description: "a task", prompt: scripted(...steps), subagent_type: "general-purpose" };
  return { name: "Agent", input: { ...input, run_in_background: false } };
}

/**
 * A conversation with everything in it that a transcript tells: an answer that was broken off,
 * tools that work, fail and are refused, a sub-agent, an API that fails and is asked again, a
 * message in mid-turn, a compaction. Gives the session's id.
 */
export async function longConversation(stage: TranscriptStage, command: Command): Promise<string> {
  const { cwd } = stage.place;
  const file = join(cwd, "a.txt");
  writeFileSync(file, "one\ntwo\n");
  const flags = ["--include-partial-messages", "--allowedTools", "Bash,Edit", "--disallowedTools", "Bash(rm:*)"];
  await using agent = stage.start(command, ...flags);

  agent.send(user(scripted({ text: "For ever", chunks: 1, stall: true })));
  const { session_id } = await agent.saw("event content_block_delta");
  agent.send(request("interrupt"));
  await agent.saw("result error_during_execution");

  const tools: Step[] = [
    { thinking: "hm", text: "Looking.", tools: [{ name: "Read", input: { file_path: file } }] },
    { tools: [{ name: "Read", input: { file_path: join(cwd, "none.txt") } }] },
    { tools: [{ name: "Bash", input: { command: "echo hi", description: "say hi" } }] },
    { tools: [{ name: "Bash", input: { command: "rm a.txt", description: "remove it" } }] },
    { tools: [{ name: "Edit", input: { file_path: file, old_string: "one", new_string: "1" } }] },
    { text: "Tools done." },
  ];
  agent.send(user(scripted(...tools), { uuid: "22222222-2222-4222-8222-222222222222" }));
  await agent.saw("result success Tools done.");

  const work = task(
    { text: "Working.", tools: [{ name: "Bash", input: { command: "echo sub" } }] },
    { text: "Report." },
  );
  agent.send(user(scripted({ tools: [work] }, { text: "Sub done." })));
  await agent.saw("result success Sub done.");

  const bad = { status: 400, type: "invalid_request_error", message: "bad" };
  agent.send(user(scripted({ error: bad })));
  await agent.saw("result success API Error: 400 bad");
  agent.send(user(scripted({ error: { status: 529, type: "overloaded_error", times: 1 }, text: "Retried." })));
  await agent.saw("result success Retried.");

  const waiting = "until [ -e go ]; do sleep 0.05; done";
  const slow = { name: "Bash", input: { command: waiting, description: "wait" } };
  const joined = "33333333-3333-4333-8333-333333333333";
  agent.send(user(scripted({ text: "Waiting.", tools: [slow] }, { text: "Both." })));
  await agent.saw("text Waiting.");
  agent.send(user("hurry", { uuid: joined }));
  await agent.saw(`${joined} queued`);
  writeFileSync(join(cwd, "go"), "");
  await agent.saw("result success Both.");

  agent.send(user("/compact"));
  await agent.saw("compact_boundary");
  agent.send(user(scripted({ text: "After." })));
  await agent.saw("result success After.");
  agent.child.stdin.end();
  await agent.ended();
  return String(session_id);
}
