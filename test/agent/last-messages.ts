import assert from "node:assert/strict";
import type { Fields } from "../../src/wire/fields.ts";
import type { ScriptedModelApi } from "../lab/scripted-model-api.ts";

/** What the model API was asked last. */
export function lastMessages(api: ScriptedModelApi): { readonly role: string; readonly content: readonly Fields[] }[] {
  const { messages } = (api.requests.at(-1) ?? assert.fail("nothing was asked")).body as Fields;
  return messages as ReturnType<typeof lastMessages>;
}
