import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isBridleError, open } from "../../src/exports/host.ts";
import { installAgentSdk } from "../lab/install-agent-sdk.ts";
import { agentSdkOrSkip, sdkVersion } from "./agent-sdk.ts";

test(`H1 every option of the official SDK ${sdkVersion} is ours, or is refused with what to use instead`, async (t) => {
  if ((await agentSdkOrSkip(t)) === undefined) return;
  const types = readFileSync(join(await installAgentSdk(sdkVersion), "..", "sdk.d.ts"), "utf8").replaceAll("\r", "");
  const options = /^export declare type Options = \{\n(.*?)^\};/ms.exec(types)?.[1] ?? "";
  const names = [...options.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = ""]) => name);
  assert.ok(names.length > 50, `${names.length} options`);
  for (const name of names) {
    // Wrong for the options we have, too, so that nothing is started.
    await assert.rejects(open({ executable: "/nowhere/claude", [name]: Symbol("wrong") }), (error) => {
      assert.ok(isBridleError(error, "invalid_option"), `${name}: ${String(error)}`);
      assert.doesNotMatch(error.message, /did you mean|the options are/, name);
      return true;
    });
  }
});
