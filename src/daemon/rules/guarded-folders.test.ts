import assert from "node:assert/strict";
import { test } from "node:test";
import { DaemonRules } from "./daemon-rules.ts";

test("P9 a daemon's rule for all edits lets no agent write its own settings", () => {
  const source = { permissions: { allow: ["Edit", "Write", "Bash"] }, file: "settings.json", home: "/home/me" };
  const guarded = { ...source, guardedFolders: ["/home/me/bridle/config"] };
  const writing = (file: string, from: typeof source): string | undefined =>
    new DaemonRules(from, "/home/me").decide("Write", { file_path: file, content: "" }, "/home/me")?.effect;
  assert.equal(writing("/home/me/notes.md", guarded), "allow");
  assert.notEqual(writing("/home/me/bridle/config/settings.json", guarded), "allow");
  const run = (command: string): string | undefined =>
    new DaemonRules(guarded, "/home/me").decide("Bash", { command }, "/home/me")?.effect;
  assert.equal(run("echo x > notes.md"), "allow");
  for (const command of ["echo x > bridle/config/tokens.json", "rm -r bridle", "mv bridle/config other"])
    assert.notEqual(run(command), "allow", command);
});
