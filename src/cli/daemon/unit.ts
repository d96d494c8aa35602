import { packageFile } from "../../daemon/package-file.ts";
import { printJson } from "../output.ts";

/** `bridle daemon unit`: a unit for systemd's user manager. */
export function printUnit({ home, json }: { readonly home?: string; readonly json?: true }): void {
  const text = unit({ node: process.execPath, entry: entry(), home, path: process.env.PATH ?? "" });
  if (json) printJson({ unit: text });
  else process.stdout.write(text);
}

function entry(): string {
  const found = packageFile("../bin/bridle.cjs", "../../bin/bridle.cjs");
  if (found === undefined) throw new Error("the package is not whole: bin/bridle.cjs is missing");
  return found;
}

interface UnitParts {
  readonly node: string;
  readonly entry: string;
  readonly home: string | undefined;
  readonly path: string;
}

export function unit({ node, entry: file, home, path }: UnitParts): string {
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
RestartPreventExitStatus=72 78
# The user manager's own PATH lacks what your shell adds, and agents are found on it.
Environment=${quoted(`PATH=${path}`)}

[Install]
WantedBy=default.target
`;
}

/** One word of a unit file: % and $ mean something there. */
function quoted(word: string): string {
  const escaped = word.replaceAll("%", "%%").replaceAll("$", "$$$$").replace(/["\\]/g, "\\$&");
  return /[\s"';\\]/.test(word) ? `"${escaped}"` : escaped;
}
