import { type ChildProcess, spawn } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../../daemon/support/eventually.ts";

const executable = "/usr/bin/caddy";

/** Why tests with Caddy are left out; false: they run. Under CI it has to be there. */
export const noCaddy =
  existsSync(executable) || process.env.CI === "true" ? false : "no Caddy is installed (Debian: caddy)";

export interface Caddy extends AsyncDisposable {
  /** The root certificate, as PEM. */
  readonly root: string;
  /** Of the key of the certificate below it, which comes with every handshake: by it a browser can be told to trust them. */
  readonly keyDigest: string;
}

/** The recipe of docs/phone.md, with names and ports of this test. The certificate is Caddy's own. */
export async function startCaddy(host: string, port: number, daemonPort: string): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), "bridle-caddy-"));
  const storage = join(folder, "storage");
  const config = join(folder, "Caddyfile");
  const options = `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${storage}\n}\n`;
  const site = recipe()
    .replace("bridle.example.com {", `${host}:${port} {\n\tbind 127.0.0.1\n\ttls internal`)
    .replace("127.0.0.1:4747", `127.0.0.1:${daemonPort}`);
  writeFileSync(config, options + site);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(executable, ["run", "--config", config, "--adapter", "caddyfile"], { env, stdio: "pipe" });
  let said = "";
  child.stderr.on("data", (part) => (said += part));
  try {
    const authority = join(storage, "pki", "authorities", "local");
    const isReady = async (): Promise<boolean> => {
      if (child.exitCode !== null) throw new Error(`Caddy ended: ${said}`);
      return said.includes("certificate obtained successfully") && (await answers(port));
    };
    await eventually("Caddy", isReady, 20_000);
    const root = readFileSync(join(authority, "root.crt"), "utf8");
    const keyDigest = digestOf(readFileSync(join(authority, "intermediate.crt"), "utf8"));
    return { root, keyDigest, [Symbol.asyncDispose]: () => end(child, folder) };
  } catch (error) {
    await end(child, folder);
    throw error;
  }
}

function recipe(): string {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "phone.md"), "utf8");
  const [, block] = /```caddyfile\n([\s\S]*?)```/.exec(page) ?? [];
  if (block === undefined) throw new Error("docs/phone.md has no Caddyfile");
  return block;
}

function digestOf(pem: string): string {
  const key = new X509Certificate(pem).publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(key).digest("base64");
}

export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const done = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => done(true)).once("error", () => done(false));
  });
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
