import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { BridleError } from "../errors.ts";
import { namedFolder, xdgFolder } from "../files/home-folder.ts";

/** Where one daemon keeps everything. Two daemons never share them. */
export interface DaemonFolders {
  readonly config: string;
  readonly state: string;
  /** Sockets. Its path is short enough for them. */
  readonly runtime: string;
}

/**
 * The folders that an environment names; nothing is made. `home`, else `BRIDLE_HOME`, puts all three below one folder,
 * else they are XDG's. Throws `invalid_option` for an environment without a home: it must not reach anybody's own files.
 */
export function daemonFolders(env: NodeJS.ProcessEnv, home = env.BRIDLE_HOME || undefined): DaemonFolders {
  if (home === "") throw noHome();
  if (home !== undefined) {
    const root = resolve(home);
    const runtime = forSockets(join(root, "run"));
    return { config: join(root, "config"), state: join(root, "state"), runtime };
  }
  const state = join(base(env, "XDG_STATE_HOME", ".local/state"), "bridle");
  const runtime = namedFolder(env, "XDG_RUNTIME_DIR");
  return {
    config: join(base(env, "XDG_CONFIG_HOME", ".config"), "bridle"),
    state,
    runtime: forSockets(runtime === undefined ? join(state, "run") : join(runtime, "bridle")),
  };
}

export interface DaemonFiles {
  readonly settings: string;
  readonly tokens: string;
  readonly contexts: string;
  readonly pushKeys: string;
  readonly linkKey: string;
  readonly auditKey: string;
  readonly auditHead: string;
  readonly database: string;
  readonly log: string;
  readonly pid: string;
  readonly lock: string;
  readonly socket: string;
  readonly holderSocket: string;
}

export function daemonFiles({ config, state, runtime }: DaemonFolders): DaemonFiles {
  return {
    settings: join(config, "settings.json"),
    tokens: join(config, "tokens.json"),
    contexts: join(config, "contexts.json"),
    pushKeys: join(config, "push-keys.json"),
    linkKey: join(config, "link-key"),
    auditKey: join(config, "audit-key"),
    auditHead: join(config, "audit-head.json"),
    database: join(state, "bridle.db"),
    log: join(state, "daemon.log"),
    pid: join(state, "daemon.pid"),
    lock: join(state, "daemon.lock"),
    socket: join(runtime, "daemon.sock"),
    holderSocket: join(runtime, longestSocketName),
  };
}

const longestSocketName = "holder.sock";

/** `sun_path` has 108 bytes on Linux and 104 on macOS, one of them for the end; some room for a temporary name. */
const maxSocketPathBytes = 92;

/** Not TMPDIR: it may differ between the daemon and whoever looks for it. */
const shortRoot = "/tmp";

/** The folder, or a short one that follows from its name where a socket's path would be too long for the system. */
function forSockets(folder: string): string {
  if (Buffer.byteLength(join(folder, longestSocketName)) <= maxSocketPathBytes) return folder;
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return join(shortRoot, `bridle-${process.getuid?.() ?? 0}-${hash}`);
}

function base(env: NodeJS.ProcessEnv, name: `XDG_${string}`, below: string): string {
  const folder = xdgFolder(env, name, below);
  if (folder === undefined) throw noHome();
  return folder;
}

function noHome(): Error {
  const allowed = "an absolute folder in HOME, or in BRIDLE_HOME or --home";
  const message =
    "there is no folder to keep anything in: set HOME to an absolute path, or name one with BRIDLE_HOME or --home";
  return new BridleError("invalid_option", message, { option: "HOME", allowed, found: "none" });
}
