import assert from "node:assert/strict";
import { test } from "node:test";
import { chain } from "../../src/adapters/adapters.ts";
import { compareVersions, formatVersion } from "../../src/util/version.ts";
import { controls } from "../../src/wire/controls.ts";
import { versionFixtures } from "./fixtures.ts";
import { refusedWords, wordsIn } from "./words-in.ts";

const fixtures = versionFixtures();
const answersUnknown = chain.vocabulary.arrival("inputs unknown_control");

/** Words of a version's recordings that were taken, or refused. */
function shown(name: string, words: "taken" | "refused"): Set<string> {
  const recorded = fixtures.find((fixture) => fixture.name === name)?.transcripts ?? [];
  return new Set(
    recorded.flatMap((transcript) =>
      words === "taken" ? wordsIn(transcript).map(({ word }) => word) : refusedWords(transcript),
    ),
  );
}

test("C4 where an unknown request is never answered, a control is claimed only from a version on that is recorded to answer it", () => {
  const unproven = Object.keys(controls.fromHost).flatMap((subtype) => {
    const arrival = chain.vocabulary.arrival(`controls ${subtype}`);
    if (arrival === undefined || answersUnknown === undefined) return [];
    if (compareVersions(arrival.since, answersUnknown.since) >= 0) return [];
    const since = formatVersion(arrival.since);
    return shown(since, "taken").has(`controls ${subtype}`) ? [] : [`${subtype} (${since})`];
  });
  assert.deepEqual(unproven, []);
});

test("C4 mcp_clear_auth is not sent to 2.1.15, which never answers it, but to 2.1.59, which does", () => {
  assert.ok(shown("2.1.15", "refused").has("controls mcp_clear_auth"));
  assert.ok(shown("2.1.59", "taken").has("controls mcp_clear_auth"));
  for (const { name, version } of fixtures) {
    if (shown(name, "refused").has("controls mcp_clear_auth"))
      assert.notEqual(chain.vocabulary.availability("controls mcp_clear_auth", version), "present", name);
  }
});

test("C4 a field that came later than its request is not sent where nobody has tried it: it would be dropped in silence", () => {
  for (const [word, at] of [
    ["controls interrupt.cancel_queued", "2.1.220"],
    ["controls initialize.title", "2.1.130"],
  ] as const) {
    const version = parse(at);
    assert.equal(chain.vocabulary.availability(word, version), "untried");
    assert.equal(chain.at(version).has(word), false, word);
  }
  // The request itself costs nothing there: an unknown one is answered.
  assert.equal(chain.at(parse("2.1.220")).has("controls get_plan"), true);
});

function parse(text: string) {
  const [major = 0, minor = 0, patch = 0] = text.split(".").map(Number);
  return { major, minor, patch };
}
