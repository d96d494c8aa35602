import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import type { OneShotScenario } from "./agent-scenario.ts";
import type { OneShotStage } from "./one-shot-stage.ts";

const hello = scripted({ text: "Hello." });
const forbidden = scripted({
  text: "Never.",
  error: { status: 403, type: "permission_error", message: "not for you" },
});
const echoing = { name: "Bash", input: { command: "echo echoed", description: "say it" } };

const lines = (stdout: string): Fields[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Fields);

function lastRequest({ api }: OneShotStage): string {
  return JSON.stringify(api.requests.findLast(({ path }) => path === "/v1/messages")?.body);
}

export const oneShotScenarios: readonly OneShotScenario[] = [
  {
    title: "G2 --version tells the version as Claude Code does",
    async play({ run }) {
      for (const flag of ["--version", "-v"]) {
        const { stdout, stderr, exitCode } = await run([flag]);
        assert.match(stdout, /^\d+\.\d+\.\d+ \(Claude Code\)\n$/);
        assert.deepEqual([stderr, exitCode], ["", 0]);
      }
    },
  },
  {
    title: "G2 -p prints the answer and nothing else, as text in both forms of the flag",
    async play({ run }) {
      for (const args of [[], ["--output-format", "text"], ["--output-format=text"]]) {
        assert.deepEqual(await run(["-p", hello, ...args]), { stdout: "Hello.\n", stderr: "", exitCode: 0 });
      }
    },
  },
  {
    title: "G2 -p prints only what is said last, after the tools",
    async play({ run }) {
      const prompt = scripted({ text: "Looking.", tools: [echoing] }, { text: "Done." });
      const { stdout, exitCode } = await run(["-p", prompt, "--allowedTools", "Bash"]);
      assert.deepEqual([stdout, exitCode], ["Done.\n", 0]);
    },
  },
  {
    title: "G2 a prompt may stand behind the flags or before them",
    async play({ run }) {
      assert.equal((await run(["--print", "--output-format", "text", hello])).stdout, "Hello.\n");
      assert.equal((await run([hello, "--print"])).stdout, "Hello.\n");
    },
  },
  {
    title: "G2 json is the result as one object",
    async play({ run }) {
      const { stdout, stderr, exitCode } = await run(["-p", hello, "--output-format", "json"]);
      const [result, ...more] = lines(stdout);
      assert.deepEqual([result?.type, result?.subtype, result?.result], ["result", "success", "Hello."]);
      assert.deepEqual([result?.is_error, result?.num_turns, more, stderr, exitCode], [false, 1, [], "", 0]);
      for (const name of ["session_id", "usage", "modelUsage", "total_cost_usd", "duration_ms", "uuid"]) {
        assert.ok(result?.[name] !== undefined, name);
      }
    },
  },
  {
    title: "G2 stream-json is a message on each line, from init to result",
    async play({ run }) {
      const prompt = scripted({ tools: [echoing] }, { text: "Done." });
      const flags = ["--output-format", "stream-json", "--verbose", "--allowedTools", "Bash"];
      const { stdout, stderr, exitCode } = await run(["-p", prompt, ...flags]);
      const said = lines(stdout).filter(({ type, subtype }) => type !== "system" || subtype === "init");
      assert.deepEqual(
        said.map(({ type }) => type),
        ["system", "assistant", "user", "assistant", "result"],
      );
      assert.deepEqual([said.at(-1)?.result, stderr, exitCode], ["Done.", "", 0]);
    },
  },
  {
    title: "G2 stream-json with partial messages has the events of the model",
    async play({ run }) {
      const flags = ["--output-format=stream-json", "--verbose", "--include-partial-messages"];
      const { stdout } = await run(["-p", scripted({ text: "In parts." }), ...flags]);
      const events = lines(stdout).filter(({ type }) => type === "stream_event");
      const deltas = events.map(({ event }) => (event as { delta?: { text?: string } }).delta?.text ?? "");
      assert.equal(deltas.join(""), "In parts.");
    },
  },
  {
    title: "G2 stream-json without --verbose is refused with the reason",
    async play({ run }) {
      assert.deepEqual(await run(["-p", hello, "--output-format", "stream-json"]), {
        stdout: "",
        stderr: "Error: When using --print, --output-format=stream-json requires --verbose\n",
        exitCode: 1,
      });
    },
  },
  {
    title: "G2 what is piped in is the prompt, with or without a dash",
    async play({ run }) {
      for (const args of [["-p"], ["--print"], ["--print", "-"], ["-p", "-"]]) {
        const { stdout, stderr, exitCode } = await run(args, { stdin: `${hello}\n` });
        assert.deepEqual([stdout, stderr, exitCode], ["Hello.\n", "", 0], args.join(" "));
      }
    },
  },
  {
    title: "G2 what is piped in beside a prompt reaches the model behind it",
    async play(stage) {
      const { stdout } = await stage.run(["-p", hello], { stdin: "a file of lighthouses" });
      assert.equal(stdout, "Hello.\n");
      assert.match(lastRequest(stage), /Hello\..*a file of lighthouses/);
    },
  },
  {
    title: "G2 a pipe that nobody writes to keeps a prompt from nothing",
    async play({ run }) {
      const { stdout, exitCode } = await run(["-p", hello], { stdin: { stays: "open" } });
      assert.deepEqual([stdout, exitCode], ["Hello.\n", 0]);
    },
  },
  {
    title: "G2 no prompt at all is refused with a reason",
    async play({ run }) {
      const { stdout, stderr, exitCode } = await run(["-p"]);
      assert.deepEqual([stdout, exitCode], ["", 1]);
      assert.match(stderr, /^Error: Input must be provided/);
    },
  },
  {
    title: "G2 an error of the API is printed in each format, and the exit code is 1",
    async play({ run }) {
      const plain = await run(["-p", forbidden]);
      assert.match(plain.stdout, /403 not for you\n$/);
      assert.equal(plain.exitCode, 1);
      for (const format of ["json", "stream-json"]) {
        const { stdout, exitCode } = await run(["-p", forbidden, "--output-format", format, "--verbose"]);
        const result = [JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as unknown].flat().at(-1) as Fields;
        assert.deepEqual([result.type, result.is_error, result.api_error_status, exitCode], ["result", true, 403, 1]);
      }
    },
  },
  {
    title: "G2 a turn that needs more steps than --max-turns exits with 1",
    async play({ run }) {
      const prompt = scripted({ tools: [echoing] }, { text: "Never." });
      const { stdout, exitCode } = await run(["-p", prompt, "--max-turns", "1", "--allowedTools", "Bash"]);
      assert.match(stdout, /^Error: Reached max turns \(1\)/);
      assert.equal(exitCode, 1);
    },
  },
  {
    title: "G2 a session is continued, resumed and named from the command line",
    async play(stage) {
      const id = randomUUID();
      const say = async (text: string, ...args: string[]): Promise<unknown> => {
        const { stdout } = await stage.run(["-p", scripted({ text }), "--output-format", "json", ...args]);
        return lines(stdout)[0]?.session_id;
      };
      assert.equal(await say("the first answer", "--session-id", id), id);
      assert.equal(await say("the second answer", `--resume=${id}`), id);
      assert.match(lastRequest(stage), /the first answer/);
      assert.equal(await say("the third answer", "--continue"), id);
      assert.match(lastRequest(stage), /the first answer.*the second answer/);
      const used = await stage.run(["-p", hello, "--session-id", id]);
      assert.deepEqual([used.exitCode, used.stderr], [1, `Error: Session ID ${id} is already in use.\n`]);
    },
  },
  {
    title: "G2 a session that does not exist, or has no proper id, is refused with a reason",
    async play({ run }) {
      const id = randomUUID();
      const unknown = await run(["-p", hello, "--resume", id]);
      assert.deepEqual([unknown.exitCode, unknown.stderr], [1, `No conversation found with session ID: ${id}\n`]);
      const improper = await run(["-p", hello, "--session-id", "mine"]);
      assert.deepEqual([improper.exitCode, improper.stderr], [1, "Error: Invalid session ID. Must be a valid UUID.\n"]);
    },
  },
  {
    title: "G2 SIGTERM and SIGHUP end a turn with the exit codes 143 and 129",
    async play({ run }) {
      const endless = scripted({ text: "I would go on for ever", stall: true });
      for (const [signal, code] of [
        ["SIGTERM", 143],
        ["SIGHUP", 129],
      ] as const) {
        const { stdout, exitCode } = await run(["-p", endless], { signal });
        assert.deepEqual([stdout, exitCode], ["", code], signal);
      }
    },
  },
];
