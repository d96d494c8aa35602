import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { AskSchema, AskState } from "../../api/gen/bridle/v1/ask_pb.js";
import { GetAskResponseSchema } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { type AnswerDeps, serveAnswer } from "./answer-page.ts";
import type { NodeRequest, NodeResponse } from "./node-http.ts";

/** What a GET of a link gives while the ask is so. */
async function statusWith(deadlineMs: number): Promise<number> {
  const value = { id: "a", state: AskState.OPEN, toolName: "Bash", inputJson: "{}", deadlineMs: BigInt(deadlineMs) };
  const deps = {
    linkOf: () => ({ askId: "a", target: "phone" }),
    allowAt: () => undefined,
    calls: { getAsk: async () => create(GetAskResponseSchema, { ask: create(AskSchema, value) }) },
    gate: { mayFail: () => true },
  };
  let status = 0;
  const response = {
    writeHead: (code: number) => {
      status = code;
      return response;
    },
    end: () => response,
  };
  const request = { method: "GET", url: "/answer?link=x", headers: {} };
  await serveAnswer(
    request as unknown as NodeRequest,
    response as unknown as NodeResponse,
    deps as unknown as AnswerDeps,
  );
  return status;
}

test("D7 D14 a link goes by the deadline that the ask has when it is used, so an extension is one of the link, too", async () => {
  assert.equal(await statusWith(Date.now() + 60_000), 200);
  assert.equal(await statusWith(0), 200);
  assert.equal(await statusWith(Date.now() - 1), 403);
});
