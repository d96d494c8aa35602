import { create } from "@bufbuild/protobuf";
import { type Ask, AskKind, AskSchema, AskState, AskWait } from "../../api/gen/bridle/v1/ask_pb.js";
import { toAsk } from "../../conversation/ask.ts";
import { questionTool, readQuestions } from "../../conversation/question.ts";
import type { Request } from "../../wire/controls.ts";
import type { RewrittenCall } from "./input.ts";
import { suggestionLabel } from "./suggestion-label.ts";

interface AskFacts {
  readonly id: string;
  /** Of the tool and its input: by it a person decides about what they saw. */
  readonly digest: string;
  readonly sessionId: string;
  readonly turn: string;
  readonly createdMs: number;
  /** 0: it may wait for ever. */
  readonly deadlineMs: number;
  readonly rewritten: RewrittenCall | undefined;
}

/** A tool use of the agent as an object that waits for a person. */
export function makeAsk(
  request: Request<"fromAgent", "can_use_tool">,
  { id, digest, sessionId, turn, createdMs, deadlineMs, rewritten }: AskFacts,
): Ask {
  const { toolName, input, toolUseId, suggestions, blockedPath, decisionReason, description, agentId } = toAsk(request);
  const inputJson = JSON.stringify(input);
  const isQuestion = toolName === questionTool;
  const questions = isQuestion ? readQuestions(input) : [];
  return create(AskSchema, {
    id,
    sessionId,
    kind: isQuestion ? AskKind.QUESTION : AskKind.PERMISSION,
    state: AskState.OPEN,
    wait: AskWait.HELD,
    toolName,
    toolUseId: toolUseId ?? "",
    inputJson,
    digest,
    createdMs: BigInt(createdMs),
    deadlineMs: BigInt(deadlineMs),
    suggestions: suggestions.map((update) => ({ updateJson: JSON.stringify(update), label: suggestionLabel(update) })),
    description: description ?? "",
    blockedPath: blockedPath ?? "",
    reason: decisionReason ?? "",
    agentId: agentId ?? "",
    turn,
    ...(rewritten !== undefined && {
      rewrittenInputJson: JSON.stringify(rewritten.input),
      rewrittenBy: rewritten.by,
    }),
    questions: questions.map(({ question, header = "", multiSelect, options }) => ({
      question,
      header,
      multiSelect,
      options: options.map(({ label, description: about = "", preview = "" }) => ({
        label,
        description: about,
        preview,
      })),
    })),
  });
}
