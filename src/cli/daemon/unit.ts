import { isAbsolute, resolve } from "node:path";
import { packageFile } from "../../daemon/package-file.ts";
import { printJson } from "../output.ts";

/** `bridle daemon unit`: a unit for systemd's user manager. */
export function printUnit({ home, json }: { readonly home?: string; readonly json?: true }): void {
  const text = unit({ node: process.execPath, entry: entry(), ...environmentOf(process.env, home) });
  if (json) printJson({ unit: text });
  else process.stdout.write(text);
}

/** What says which daemon is meant: systemd starts the unit with an environment of its own. */
function environmentOf(env: NodeJS.ProcessEnv, home = env.BRIDLE_HOME || undefined): Pick<UnitParts, "home" | "env"> {
  const names = ["PATH", ...(home === undefined ? xdgFolders : [])];
  // XDG: what is no absolute path is not looked at.
  const given = names.filter((name) => name === "PATH" || isAbsolute(env[name] ?? ""));
  return {
    home: home === undefined ? undefined : resolve(home),
    env: Object.fromEntries(given.map((name) => [name, env[name] ?? ""])),
  };
}

const xdgFolders = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"];

function entry(): string {
  const found = packageFile("../bin/bridle.cjs", "../../bin/bridle.cjs");
  if (found === undefined) throw new Error("the package is not whole: bin/bridle.cjs is missing");
  return found;
}

interface UnitParts {
  readonly node: string;
  readonly entry: string;
  readonly home: string | undefined;
  readonly env: { readonly [name: string]: string };
}

export function unit({ node, entry: file, home, env }: UnitParts): string {
  const flag = home === undefined ? [] : [`--home=${home}`];
  const command = (...words: readonly string[]): string => [node, file, ...words, ...flag].map(quoted).join(" ");
  return `# bridle daemon unit > ~/.config/systemd/user/bridle.service
# systemctl --user daemon-reload && systemctl --user enable --now bridle
# loginctl enable-linger lets it run while you are logged out.
[Unit]
Description=Bridle daemon

[Service]
ExecStart=${command("daemon", "start", "--foreground")}
# Agents outlive a restart of the daemon: the next one takes them over. A plain SIGTERM would end them.
ExecStop=${command("daemon", "stop", "--keep-agents")}
# Only the daemon itself: its holder and the agents are in this unit's group, and stay.
KillMode=process
TimeoutStopSec=70
Restart=on-failure
RestartSec=1
# The agent is not there, or a setting does not fit: starting it again does not help.
RestartPreventExitStatus=2 72 78
# As in your shell: agents are found on its PATH, and XDG folders say where this daemon is.
${Object.entries(env)
  .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`)
  .join("\n")}

[Install]
WantedBy=default.target
`;
}

/** One word of a unit file: % and $ mean something there. */
function quoted(word: string): string {
  const escaped = word.replaceAll("%", "%%").replaceAll("$", "$$$$").replace(/["\\]/g, "\\$&");
  return /[\s"';\\]/.test(word) ? `"${escaped}"` : escaped;
}
