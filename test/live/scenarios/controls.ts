import assert from "node:assert/strict";
import * as z from "zod";
import { isBridleError, open, run } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { Fields } from "../../../src/wire/fields.ts";
import { eventsOf, ofType } from "../events-of.ts";
import type { Scenario } from "../scenario.ts";

export const controls: readonly Scenario[] = [
  {
    title: "H13 the model and the permission mode change between turns",
    async play(stage) {
      const asked: string[] = [];
      const onAsk = ({ toolName }: { toolName: string }) => {
        asked.push(toolName);
        return "deny" as const;
      };
      await using session = await open(stage.options({ onAsk }));
      const write = { name: "Write", input: { file_path: `${stage.place.cwd}/new.txt`, content: "new" } };
      const writing = scripted({ tools: [write] }, { text: "Done." });
      await (await session.send(writing)).result;
      assert.deepEqual(asked, ["Write"]);

      await session.setPermissionMode("acceptEdits");
      await session.setModel("claude-3-5-haiku-20241022");
      const events = await eventsOf(await session.send(writing));
      assert.deepEqual(asked, ["Write"]);
      const [init] = ofType(events, "init");
      assert.equal(init?.permissionMode, "acceptEdits");
      const said = ofType(events, "message").filter(({ role }) => role === "assistant");
      assert.ok(said.every(({ model }) => model === "claude-3-5-haiku-20241022"));
    },
  },
  {
    title: "H13 C4 what a version cannot do is refused as unsupported, and the session goes on",
    async play(stage) {
      await using session = await open(stage.options());
      const usage = await session.control("get_context_usage", {}).catch((error: unknown) => error);
      if (session.adapter.has("controls get_context_usage")) assert.ok(!(usage instanceof Error), String(usage));
      else assert.ok(isBridleError(usage, "unsupported"), String(usage));
      await assert.rejects(session.control("mcp_toggle", { serverName: "none", enabled: true }), (error) =>
        isBridleError(error, session.adapter.has("controls mcp_toggle") ? "refused" : "unsupported"),
      );
      assert.equal((await (await session.send(scripted({ text: "Fine." }))).result).text, "Fine.");
    },
  },
  {
    title: "H13 structured output fits its schema",
    since: { version: "2.0.76", because: "--json-schema came with 2.0.50" },
    async play(stage) {
      const properties = { answer: { type: "number" } };
      const jsonSchema = { type: "object", properties, required: ["answer"], additionalProperties: false };
      const tools = [{ name: "StructuredOutput", input: { answer: 42 } }];
      const result = await run(scripted({ tools }, { text: "Done." }), stage.options({ jsonSchema }));
      assert.deepEqual(result.structuredOutput, { answer: 42 });
    },
  },
  {
    title: "H13 the schema that zod 4 writes (draft 2020-12, tuples) is taken by the agent, and not dropped",
    since: { version: "2.0.76", because: "--json-schema came with 2.0.50" },
    async play(stage) {
      const pair = z.tuple([z.string(), z.number()]);
      const jsonSchema = z.toJSONSchema(z.object({ pair, mail: z.optional(z.email()) })) as Fields;
      assert.match(String(jsonSchema.$schema), /2020-12/);
      const tools = [{ name: "StructuredOutput", input: { pair: ["a", 1] } }];
      const result = await run(scripted({ tools }, { text: "Done." }), stage.options({ jsonSchema }));
      assert.deepEqual([result.outcome, result.structuredOutput], ["success", { pair: ["a", 1] }]);
    },
  },
];
