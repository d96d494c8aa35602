import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { eventually } from "../../daemon/support/eventually.ts";
import { answers } from "./caddy.ts";
import { freePort } from "./free-port.ts";

const server = "/usr/sbin/sshd";

/** Why tests with sshd are left out; false: they run. Under CI it has to be there. */
export const noSsh =
  existsSync(server) || process.env.CI === "true" ? false : "no sshd is installed (Debian: openssh-server)";

/** The command of docs/phone.md, to a server of this user's own with keys that are made for it. Gives this side's port. */
export async function openTunnel(daemonPort: string): Promise<{ readonly port: number } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), "bridle-ssh-"));
  const [sshPort, port] = [await freePort(), await freePort()];
  const key = (name: string): string => {
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name)]);
    return join(folder, name);
  };
  const [hostKey, ownKey] = [key("host"), key("own")];
  const config = {
    ...{ Port: sshPort, ListenAddress: "127.0.0.1", HostKey: hostKey, AuthorizedKeysFile: `${ownKey}.pub` },
    ...{ PidFile: "none", UsePAM: "no", StrictModes: "no", PasswordAuthentication: "no" },
    ...{ PermitRootLogin: "prohibit-password", AllowTcpForwarding: "local" },
  };
  const lines = Object.entries(config).map(([name, value]) => `${name} ${value}`);
  writeFileSync(join(folder, "sshd_config"), `${lines.join("\n")}\n`);
  // Where root starts it, it wants this empty folder; a service's start makes it.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  const running: ChildProcess[] = [];
  let said = "";
  const run = (command: string, args: readonly string[]): void => {
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    child.stderr.on("data", (part) => (said += part));
    running.unshift(child);
  };
  const close = async (): Promise<void> => {
    for (const child of running) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    run(server, ["-D", "-e", "-f", join(folder, "sshd_config")]);
    await eventually("sshd", () => answers(sshPort));
    const tunnel = ["-N", "-L", `${port}:127.0.0.1:${daemonPort}`, `${userInfo().username}@127.0.0.1`];
    const options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "BatchMode=yes", "IdentitiesOnly=yes"];
    const flags = options.flatMap((option) => ["-o", option]);
    run("ssh", ["-F", "none", ...flags, "-p", String(sshPort), "-i", ownKey, ...tunnel]);
    await eventually("the tunnel", () => answers(port), 20_000);
  } catch (error) {
    await close();
    throw new Error(`${(error as Error).message}: ${said}`);
  }
  return { port, [Symbol.asyncDispose]: close };
}
