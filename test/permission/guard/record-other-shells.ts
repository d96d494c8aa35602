// node test/permission/guard/record-other-shells.ts --zsh PATH --bash-3.2 PATH: what shells that are not on every machine do with the
// examples of the guard's clauses. zsh is in a package that can be unpacked anywhere (`apt-get download zsh && dpkg -x zsh*.deb DIR`);
// bash 3.2 is that of macOS, also built from its sources.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runLines } from "../../fuzz/shell/run-shell.ts";
import { clauseExamples } from "./clause-examples.ts";

const { values } = parseArgs({ options: { zsh: { type: "string" }, "bash-3.2": { type: "string" } } });

/** As people set it who like its patterns. */
const flags = { zsh: ["-o", "extendedglob"], "bash-3.2": [] };

const recorded = (["zsh", "bash-3.2"] as const).map((shell) => {
  const executable = values[shell];
  if (executable === undefined) throw new Error(`--${shell} PATH is missing`);
  const lines = Object.values(clauseExamples).flatMap(({ line, shows }) => (shows === shell ? [line] : []));
  const runs = runLines(shell, lines, { executable, flags: flags[shell] });
  const [version = ""] = spawnSync(executable, ["--version"], { encoding: "utf8" }).stdout.split("\n");
  const ran = lines.map((line, at) => [line, runs[at]?.ran.slice(0, 3).map((argv) => argv.map(anywhere))]);
  return [shell, { version, flags: flags[shell], ran: Object.fromEntries(ran) }];
});

writeFileSync(
  join(import.meta.dirname, "other-shells.json"),
  `${JSON.stringify(Object.fromEntries(recorded), undefined, 2)}\n`,
);

function anywhere(argument: string): string {
  return argument.replace(/^\/tmp\/bridle-shell-\w+/, "/root");
}
