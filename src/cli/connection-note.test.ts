import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionNote } from "./connection-note.ts";

test("U2 every lost connection is told once, with what to do when the daemon stays away", () => {
  const lines: string[] = [];
  const clock = { ms: 0 };
  const connection = new ConnectionNote(
    (line) => lines.push(line),
    { home: "/h" },
    () => clock.ms,
  );
  connection.opened();
  assert.deepEqual([lines, connection.isLost], [[], false]);
  for (const round of [1, 2]) {
    connection.lost();
    connection.lost();
    assert.ok(connection.isLost);
    connection.opened();
    assert.equal(lines.length, 2 * round, lines.join("\n"));
    assert.match(lines.at(-2) ?? "", /the connection is lost/);
    assert.match(lines.at(-1) ?? "", /connected again/);
  }
  connection.lost();
  clock.ms = 3000;
  connection.lost();
  connection.lost();
  assert.equal(lines.length, 6);
  assert.match(lines.at(-1) ?? "", /no daemon yet; start one: bridle daemon start --home \/h\. Ctrl-C leaves/);
});
