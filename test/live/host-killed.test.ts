import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { isRunning, markedSeconds, processesWith } from "./processes.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

for (const version of ["2.1.325", "2.0.76"]) {
  test(`H6 a host killed in mid-turn leaves neither Claude Code ${version} nor its command`, {
    timeout: 400_000,
  }, async (t) => {
    const cli = await cliOrSkip(t, version);
    if (cli === undefined) return;
    const agent = { name: "Claude Code", version, executable: cli.command, executableArgs: cli.args };
    await using stage = await setStage(agent);
    const seconds = markedSeconds();
    const command = `sh -c "sleep ${seconds}"`;
    const prompt = scripted({ tools: [{ name: "Bash", input: { command, timeout: 600_000 } }] }, { text: "Never." });
    const options = stage.options({ allowedTools: ["Bash"] });
    const script = join(import.meta.dirname, "host-to-kill.ts");
    const host = spawn(process.execPath, [script, JSON.stringify([options, prompt])], {
      stdio: ["ignore", "pipe", "inherit"],
      timeout: 60_000,
      killSignal: "SIGKILL",
    });
    const [told] = (await once(host.stdout, "data")) as [Buffer];
    const pid = Number(told.toString());
    const sleeping = (): number[] => processesWith(`sleep ${seconds}`).filter((found) => found !== host.pid);
    await until("the command runs", () => sleeping().length > 0, 20_000);
    assert.ok(isRunning(pid));

    host.kill("SIGKILL");
    await until("the agent and its command are gone", () => !isRunning(pid) && sleeping().length === 0, 8_000);
  });
}
