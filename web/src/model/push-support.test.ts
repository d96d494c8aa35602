import assert from "node:assert/strict";
import { test } from "node:test";
import { type BrowserFacts, deviceName, obstacleOf } from "./push-support.ts";

const able: BrowserFacts = {
  isSecure: true,
  hasWorker: true,
  hasPush: true,
  permission: "default",
  isInstalledOnIos: undefined,
};

test("U3 each reason why a device cannot be told is known, the first one first", () => {
  const cases: readonly [Partial<BrowserFacts>, string | undefined][] = [
    [{}, undefined],
    [{ permission: "granted" }, undefined],
    [{ isInstalledOnIos: true }, undefined],
    [{ permission: "denied" }, "denied"],
    [{ hasPush: false }, "no_push"],
    [{ hasWorker: false }, "no_push"],
    [{ permission: undefined }, "no_push"],
    [{ isInstalledOnIos: false, hasPush: false, permission: undefined }, "needs_install"],
    [{ isSecure: false, hasWorker: false, hasPush: false, permission: "denied" }, "insecure"],
  ];
  for (const [facts, obstacle] of cases)
    assert.equal(obstacleOf({ ...able, ...facts }), obstacle, JSON.stringify(facts));
});

test("U3 a device is named after browser and system", () => {
  const mozilla = "Mozilla/5.0";
  for (const [userAgent, name] of [
    [
      `${mozilla} (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36`,
      "Chrome on Android",
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1`,
      "Safari on iPhone",
    ],
    [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, "Firefox on Linux"],
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0`,
      "Edge on Windows",
    ],
    [
      `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15`,
      "Safari on Mac",
    ],
    ["something", "A browser on a device"],
  ] as const)
    assert.equal(deviceName(userAgent), name);
});
