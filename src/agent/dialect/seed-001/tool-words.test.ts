import assert from "node:assert/strict";
import { test } from "node:test";
import { toolWords } from "./tool-words.ts";

test("G1 every tool of the session has a small name and camelCase inputs, and is called by them", () => {
  const input_schema = { type: "object", properties: { skill_name: {}, "-A": {} }, required: ["skill_name"] };
  assert.deepEqual(toolWords.declared({ name: "Skill", description: "d", input_schema }), {
    name: "skill",
    description: "d",
    input_schema: { type: "object", properties: { skillName: {}, "-A": {} }, required: ["skillName"] },
  });
  const call = { id: "t", name: "skill", input: { skillName: { innerName: 1 }, "-A": 2 } };
  const called = { id: "t", name: "Skill", input: { skill_name: { innerName: 1 }, "-A": 2 } };
  assert.deepEqual(toolWords.called(call, ["Read", "Skill"]), called);
  assert.equal(toolWords.called(call, ["Read"]).name, "skill");
});
