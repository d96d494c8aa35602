import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { daemonFiles, daemonFolders } from "../../api/daemon-folders.ts";
import { isBridleError } from "../../errors.ts";
import { prepareFolders } from "./prepare-folders.ts";

function folder(t: TestContext): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "bridle-folders-")));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("D8 the folders are XDG's, or all below one", () => {
  assert.deepEqual(daemonFolders({ HOME: "/h" }), {
    config: "/h/.config/bridle",
    state: "/h/.local/state/bridle",
    runtime: "/h/.local/state/bridle/run",
  });
  const xdg = { XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s", XDG_RUNTIME_DIR: "/r" };
  assert.deepEqual(daemonFolders(xdg), { config: "/c/bridle", state: "/s/bridle", runtime: "/r/bridle" });
  assert.equal(daemonFolders({ HOME: "/h", XDG_STATE_HOME: "relative" }).state, "/h/.local/state/bridle");
  const below = { config: "/b/config", state: "/b/state", runtime: "/b/run" };
  assert.deepEqual(daemonFolders({ ...xdg, BRIDLE_HOME: "/b" }), below);
  assert.deepEqual(daemonFolders({ ...xdg, BRIDLE_HOME: "/other" }, "/b"), below);
  const files = daemonFiles(below);
  assert.deepEqual([files.settings, files.socket], ["/b/config/settings.json", "/b/run/daemon.sock"]);
});

test("D8 an environment without a home reaches nobody's files", () => {
  for (const env of [
    {},
    { HOME: "" },
    { HOME: "." },
    { BRIDLE_HOME: "" },
    { XDG_CONFIG_HOME: "/c", XDG_RUNTIME_DIR: "/r" },
  ])
    assert.throws(
      () => daemonFolders(env),
      (error) => isBridleError(error, "invalid_option") && /BRIDLE_HOME/.test(error.message),
    );
});

test("D8 folders are made for their owner alone, and made folders are fine", (t) => {
  const folders = daemonFolders({}, join(folder(t), "deep", "home"));
  prepareFolders(folders);
  prepareFolders(folders);
  for (const path of Object.values(folders)) assert.equal(statSync(path).mode & 0o777, 0o700);
});

test("D8 D7 a folder that others can write to, a link, or no folder is refused with what to do", (t) => {
  const refusal = (change: (runtime: string, root: string) => void): string => {
    const root = folder(t);
    const folders = daemonFolders({}, root);
    change(folders.runtime, root);
    try {
      prepareFolders(folders);
    } catch (error) {
      assert.ok(isBridleError(error, "invalid_option"));
      assert.equal(error.data.option, folders.runtime);
      return error.message;
    }
    return "";
  };
  const withMode = (mode: number) => (runtime: string) => {
    mkdirSync(runtime);
    chmodSync(runtime, mode);
  };
  assert.match(refusal(withMode(0o777)), /found mode 777; others can write there: chmod 700 '/);
  assert.match(refusal(withMode(0o770)), /found mode 770/);
  assert.match(
    refusal(withMode(0o755)),
    /found mode 755; others can look in: chmod 700/,
    "the holder would refuse it, too",
  );
  const link = (runtime: string, root: string): void => {
    mkdirSync(join(root, "elsewhere"), { mode: 0o700 });
    symlinkSync(join(root, "elsewhere"), runtime);
  };
  assert.match(refusal(link), /found a symbolic link; remove it/);
  assert.match(
    refusal((runtime) => writeFileSync(runtime, "")),
    /EEXIST|something else/,
  );
});

test("D8 a folder of somebody else is refused", { skip: process.getuid?.() !== 0 && "only root can make one" }, (t) => {
  const folders = daemonFolders({}, folder(t));
  prepareFolders(folders);
  rmSync(folders.state, { recursive: true });
  mkdirSync(folders.state, { mode: 0o700 });
  chownSync(folders.state, 12345, 12345);
  assert.throws(() => prepareFolders(folders), /must be a folder of user 0; found one of user 12345/);
});

test("D6 the path of a socket is never too long for the system", async (t) => {
  const long = join(folder(t), "x".repeat(120));
  const folders = daemonFolders({}, long);
  t.after(() => rmSync(folders.runtime, { recursive: true, force: true }));
  assert.match(folders.runtime, /^\/tmp\/bridle-\d+-[0-9a-f]{16}$/);
  assert.deepEqual(daemonFolders({ TMPDIR: "/elsewhere" }, long), folders);
  assert.notEqual(daemonFolders({}, `${long}y`).runtime, folders.runtime);
  prepareFolders(folders);
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(daemonFiles(folders).holderSocket, resolve);
  await promise;
  server.close();
});
