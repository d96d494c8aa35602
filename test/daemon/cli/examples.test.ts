import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../cli/run-bridle.ts";
import { CliHome } from "./cli-home.ts";

/** The commands that have a help of their own, as the general one lists them. */
async function examplesOfHelp(home: CliHome): Promise<string[]> {
  const general = await home.good(["--help"]);
  const names = [...general.matchAll(/^ {2}([a-z]+)(?: \[| <| {2})/gm)].map(([, name = ""]) => name);
  assert.ok(names.length > 12, names.join());
  const helps = await Promise.all(names.filter((name) => name !== "help").map((name) => home.good([name, "--help"])));
  return helps.flatMap((help) => help.slice(Math.max(0, help.indexOf("\nExamples:"))).split("\n"));
}

/** Without what is said about it behind two spaces or a #. */
function commandsOf(lines: readonly string[]): string[] {
  const found = lines.map((line) => line.trim()).filter((line) => /^(bridle |git diff \| bridle )/.test(line));
  return [...new Set(found.map((line) => line.split(/ {2,}|\s#\s/)[0]?.trim() ?? ""))];
}

test("U2 every example of the helps and of docs/command-line.md is one that the command line takes", async () => {
  const home = new CliHome();
  try {
    const page = readFileSync(join(root, "docs", "command-line.md"), "utf8");
    const code = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.split("\n"));
    const commands = commandsOf([...(await examplesOfHelp(home)), ...code]);
    assert.ok(commands.length > 40, commands.join("\n"));
    const bin = join(home.folder, "bin");
    mkdirSync(bin);
    mkdirSync(join(home.folder, "user", ".config", "systemd", "user"), { recursive: true });
    mkdirSync(join(home.folder, "user", "shop"));
    writeFileSync(
      join(bin, "bridle"),
      `#!/bin/sh\nexec '${process.execPath}' '${join(root, "bin", "bridle.cjs")}' "$@"\n`,
      {
        mode: 0o755,
      },
    );
    // Nobody is there: what is taken gets as far as that, and an example for another machine's daemon harms none here.
    const env = { ...home.env, PATH: `${bin}:${home.env.PATH}`, BRIDLE_ADDRESS: "http://127.0.0.1:9" };
    for (const command of commands.filter((one) => !/daemon (start|restart|logs -f)/.test(one))) {
      const said = await shell(command, env, home.project);
      assert.doesNotMatch(
        said,
        /is no setting|unknown (option|command)|too many arguments|missing required|has no value|argument .* is invalid/m,
        command,
      );
    }
  } finally {
    await home.close();
  }
});

/** Whatever it prints on stderr. */
function shell(command: string, env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", command], { cwd, env, stdio: ["ignore", "ignore", "pipe"], timeout: 30_000 });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    child.once("close", () => resolve(said));
  });
}
