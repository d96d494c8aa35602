import { statSync } from "node:fs";
import { connect } from "node:net";
import { readAgentFlags } from "../agent/flags/agent-flags.ts";
import { SessionPermissions } from "../agent/permission/session-permissions.ts";
import type { DaemonFolders } from "../api/daemon-folders.ts";
import type { HealthDetailsResponse } from "../api/gen/bridle/v1/daemon_service_pb.js";
import { loadSettings } from "../daemon/config/load-settings.ts";
import type { Settings } from "../daemon/config/settings.ts";
import { readTlsFiles } from "../daemon/server/tls-files.ts";
import { TokenStore } from "../daemon/server/token-store.ts";
import { lookAtAgents } from "../daemon/startup/look-at-agents.ts";
import { quickCheck, readDatabaseFile } from "../daemon/store/database-file.ts";
import { orphanWorktrees } from "../daemon/store/worktrees-table.ts";
import { isBridleError } from "../errors.ts";
import { bridleVersion } from "./bridle-version.ts";
import { localDaemon } from "./daemon-options.ts";
import { clientOf } from "./find-daemon.ts";
import { leftoverProcesses } from "./leftover-processes.ts";
import { writtenPid } from "./running-daemon.ts";

/** One thing that was looked at. `todo` goes with what is not ok. */
export interface Finding {
  readonly what: string;
  readonly level: "ok" | "warn" | "fail";
  readonly message: string;
  readonly todo?: string;
}

/** Looks at everything a daemon needs, in the order in which it needs it. Changes no setting and no data. */
export async function* checkUp(home: string | undefined): AsyncGenerator<Finding, void, undefined> {
  const { folders, files } = localDaemon(home);
  yield nodeFinding();
  yield* foldersFinding(folders);
  yield* settingsFindings(files.settings);
  yield* certificateFindings(files.settings);
  yield* rulesFindings();
  yield tokensFinding(files.tokens);
  yield databaseFinding(files.database);
  yield* worktreeFindings(files.database);
  yield* agentFindings(files.settings);
  yield* daemonFindings(home);
  yield leftovers();
}

const neededNode = 24;

function nodeFinding(): Finding {
  const isNew = Number.parseInt(process.versions.node, 10) >= neededNode;
  const message = `${process.version} on ${process.platform} ${process.arch}`;
  return isNew ? ok("node", message) : fail("node", message, `install Node ${neededNode} or newer`);
}

function* foldersFinding(folders: DaemonFolders): Generator<Finding> {
  for (const [name, folder] of Object.entries(folders)) {
    const found = statSync(folder, { throwIfNoEntry: false });
    const mode = (found?.mode ?? 0) & 0o777;
    if (found === undefined) yield ok(`${name} folder`, `${folder} is not made yet`);
    else if (!found.isDirectory()) yield fail(`${name} folder`, `${folder} is no folder`, `remove it, or use --home`);
    else if ((mode & 0o022) !== 0)
      yield fail(
        `${name} folder`,
        `${folder} can be written by others (mode ${mode.toString(8)})`,
        `chmod 700 '${folder}'`,
      );
    else yield ok(`${name} folder`, folder);
  }
}

function* settingsFindings(file: string): Generator<Finding> {
  try {
    const { warnings, given } = loadSettings({ file, env: process.env });
    for (const warning of warnings) yield warn("settings", warning, "bridle config lists what there is");
    if (warnings.length === 0) yield ok("settings", `${given.size} set; ${file}`);
  } catch (error) {
    yield fail("settings", messageOf(error), `mend ${file}, or move it away: without it the defaults hold`);
  }
}

function* certificateFindings(file: string): Generator<Finding> {
  const { tlsCert: cert = "", tlsKey: key = "" } = readable(file)?.daemon ?? {};
  if (cert === "") return;
  try {
    readTlsFiles(cert, key);
    yield ok("certificate", cert);
  } catch (error) {
    yield fail(
      "certificate",
      messageOf(error),
      "no daemon starts with it: mend that, or bridle config unset daemon.tls_cert daemon.tls_key",
    );
  }
}

/** The rules that Bridle's own agent would have here. */
function* rulesFindings(): Generator<Finding> {
  const { problems, rules } = new SessionPermissions(readAgentFlags([]), process.cwd(), process.env);
  for (const problem of problems) yield warn("rules", problem, "as it says");
  if (problems.length === 0) yield ok("rules", `${rules.length} of settings files, for the agent in this folder`);
}

function tokensFinding(file: string): Finding {
  try {
    return ok("tokens", `${new TokenStore(file).list().length}; ${file}`);
  } catch (error) {
    return fail("tokens", messageOf(error), "as it says");
  }
}

/** Quick: `bridle db check` looks at the numbers, too. */
function databaseFinding(file: string): Finding {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return ok("database", `${file} is not made yet`);
  try {
    const damage = quickCheck(file);
    if (damage === undefined) return ok("database", file);
    return fail("database", damage, "bridle db check tells more; put a backup in its place");
  } catch (error) {
    return fail("database", messageOf(error), "as it says");
  }
}

/** Worktrees whose session is gone: nobody else tells of them. */
function* worktreeFindings(file: string): Generator<Finding> {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return;
  try {
    for (const { path, branch } of readDatabaseFile(file, orphanWorktrees()))
      yield warn(
        "worktree",
        `${path} (${branch}) has no session`,
        "bridle worktrees tells what is in it, and removes it",
      );
  } catch {
    // A database of before there were any, or one that is a finding itself.
  }
}

/** Undefined: what is wrong with them is a finding of its own. */
function readable(file: string): Settings | undefined {
  try {
    return loadSettings({ file, env: process.env }).settings;
  } catch {
    return undefined;
  }
}

async function* agentFindings(file: string): AsyncGenerator<Finding, void, undefined> {
  const settings = readable(file);
  if (settings === undefined) return;
  const seen = await lookAtAgents(settings, process.env, bridleVersion);
  if ("exitCode" in seen) {
    yield fail("agents", seen.message, "install it, or bridle config unset daemon.default_agent");
    return;
  }
  for (const { name, command, args, dialect, problem, compatibility } of seen) {
    const what = `agent ${name}`;
    if (problem !== undefined && name === "claude" && problem.reason === "not_found")
      yield ok(what, `not found; sessions run on Bridle's own agent (bridle config set agents.claude.command PATH)`);
    else if (problem !== undefined) yield warn(what, problem.message, "bridle compat --agent tells more");
    else if (name === "bridle") yield ok(what, "Bridle's own");
    else if (dialect !== undefined)
      yield ok(what, `${command}: speaks ${dialect}, which has no permissions (docs/dialects.md)`);
    else if (compatibility.level === "FULLY_COMPATIBLE") yield ok(what, `${command}: ${compatibility.message}`);
    else
      yield warn(
        what,
        `${command}: ${compatibility.level}, ${compatibility.message}`,
        // With arguments the executable's version may be another program's.
        compatibility.level === "UNKNOWN" && args.length > 0
          ? `name the version of Claude Code it speaks as: bridle config set agents.${name}.version X.Y.Z`
          : `bridle compat --agent ${command}`,
      );
  }
}

async function* daemonFindings(home: string | undefined): AsyncGenerator<Finding, void, undefined> {
  const { files } = localDaemon(home);
  const health = await healthOf(home);
  if (health instanceof Error) {
    yield fail("daemon", health.message, "bridle daemon logs; bridle daemon stop && bridle daemon start");
  } else if (health === undefined) {
    yield ok("daemon", "none runs; bridle daemon start, or bridle run, starts one");
    if (await isServed(files.holderSocket))
      yield warn(
        "holder",
        "agents of a daemon that is gone wait",
        "bridle daemon start takes them over, bridle daemon stop ends them",
      );
  } else {
    yield* healthFindings(health, writtenPid(home));
    const mode = (statSync(files.socket, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;
    if ((mode & 0o077) !== 0) yield fail("socket", `others can open ${files.socket}`, `chmod 600 ${files.socket}`);
    else yield ok("socket", files.socket);
  }
}

function* healthFindings(health: HealthDetailsResponse, pid: number | undefined): Generator<Finding> {
  const at = `pid ${pid ?? "unknown"}, version ${health.version}`;
  if (health.version !== bridleVersion)
    yield warn("daemon", `${at}, and this is ${bridleVersion}`, "bridle daemon restart");
  else if (!health.ready) yield warn("daemon", `${at}, not ready`, "bridle daemon logs");
  else yield ok("daemon", at);
  for (const warning of health.warnings) yield warn("daemon", warning, "bridle config lists the settings");
  for (const { sessionId, reason } of health.degradedSessions)
    yield warn("session", `${sessionId.slice(0, 8)} is degraded: ${reason}`, whatDegrades);
  const { storage, holder } = health;
  if (storage?.writable === false) yield fail("storage", storage.message, "make space on its disk");
  if (holder?.attached) yield ok("holder", `pid ${holder.pid}, ${holder.agents} agents`);
  else yield warn("holder", "not attached", "bridle daemon logs tells why");
}

const whatDegrades = "bridle compat tells what each version has, docs/dialects.md what other dialects lack";

async function healthOf(home: string | undefined): Promise<HealthDetailsResponse | Error | undefined> {
  await using client = clientOf(home === undefined ? {} : { home });
  try {
    return await client.daemon.healthDetails({}, { timeoutMs: 5000 });
  } catch (error) {
    return isBridleError(error, "no_daemon") ? undefined : new Error(messageOf(error));
  }
}

function isServed(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    const done = (served: boolean): void => {
      probe.destroy();
      resolve(served);
    };
    probe.once("connect", () => done(true)).once("error", () => done(false));
  });
}

function leftovers(): Finding {
  const left = leftoverProcesses();
  if (left.length === 0) return ok("processes", "none were left behind");
  return warn(
    "processes",
    `${left.length} that agents started were left behind`,
    `look at them: ps -o pid,args ${left.join(" ")}`,
  );
}

function ok(what: string, message: string): Finding {
  return { what, level: "ok", message };
}

function warn(what: string, message: string, todo: string): Finding {
  return { what, level: "warn", message, todo };
}

function fail(what: string, message: string, todo: string): Finding {
  return { what, level: "fail", message, todo };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
