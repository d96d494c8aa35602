import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { isBridleError } from "../../errors.ts";
import { killMarked } from "../../transport/end-marked.ts";
import { runProgram } from "../../transport/run-program.ts";
import type { TargetSetting } from "../config/notification-settings.ts";
import type { NoticeMessage } from "./notice-message.ts";
import type { Delivered } from "./recipient.ts";

const defaultTimeoutMs = 30_000;
const maxOutputBytes = 64 * 1024;
const markName = "BRIDLE_NOTICE";

/** What a program that shows something to its user needs of the daemon's environment, and no more. */
const passed = [
  ...["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR"],
  ...["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"],
];

/** Runs the user's own program with the message as JSON on its stdin. Whatever it started is ended with it. What it says is not read. */
export async function runCommand(
  { command = "", args = [], timeout_ms = defaultTimeoutMs }: TargetSetting,
  message: NoticeMessage,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Delivered> {
  const mark = randomUUID();
  const own = Object.fromEntries(passed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  try {
    const { exitCode, isCut } = await runProgram({
      ...{ executable: command, args, cwd: tmpdir(), env: { ...own, [markName]: mark } },
      ...{ timeoutMs: timeout_ms, maxBytes: maxOutputBytes, input: `${JSON.stringify(message)}\n`, signal },
    });
    if (exitCode === 0) return { ok: true };
    if (isCut) return { ok: false, why: `it wrote more than ${maxOutputBytes} bytes and was ended`, isFinal: true };
    const why = exitCode === null ? "a signal ended it" : `it ended with exit code ${exitCode}`;
    return { ok: false, why, isFinal: false };
  } catch (error) {
    if (isBridleError(error, "timeout"))
      return { ok: false, why: `it took longer than ${timeout_ms} ms and was ended`, isFinal: false };
    return { ok: false, why: "it cannot be started", isFinal: false };
  } finally {
    // Those that left its process group.
    killMarked(`${markName}=${mark}`);
  }
}
