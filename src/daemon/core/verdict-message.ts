import { type Ask, AskKind } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Verdict } from "../../conversation/ask.ts";
import { type Fields, isFields } from "../../wire/fields.ts";

/** So much of a call reminds the model of it. */
const maxInput = 2000;

/** What a model is told of a decision that came when the agent that had asked was gone. */
export function verdictMessage({ kind, toolName, inputJson }: AskedFor, verdict: Verdict, isExpired = false): string {
  if (kind === AskKind.QUESTION) return answersMessage(verdict, isExpired);
  const input = inputJson.length > maxInput ? `${inputJson.slice(0, maxInput)} …` : inputJson;
  const call = `your earlier call of ${toolName} with this input:\n\n${input}\n\n`;
  if (verdict.behavior === "deny") {
    const why = verdict.message === undefined ? "" : ` The reason: ${verdict.message}`;
    return `Meanwhile ${isExpired ? "the time is over for" : "the user has denied"} ${call}Do not make it again.${why}`;
  }
  const edited = verdict.updatedInput === undefined ? undefined : JSON.stringify(verdict.updatedInput);
  const change =
    edited === undefined ? "" : ` It will run with the input that the user has put in its place: ${edited}`;
  return `Meanwhile the user has allowed ${call}It did not run yet. If it is still needed, make exactly the same call again; it is allowed once.${change}`;
}

function answersMessage(verdict: Verdict, isExpired: boolean): string {
  if (isExpired) return "Nobody has answered your questions in time. Go on without the answers.";
  const answers =
    verdict.behavior === "allow" && isFields(verdict.updatedInput) ? verdict.updatedInput.answers : undefined;
  if (!isFields(answers)) return "Meanwhile the user has declined to answer your questions. Go on without the answers.";
  const lines = Object.entries(answers as Fields).map(([question, answer]) => `- ${question} ${String(answer)}`);
  return `Meanwhile the user has answered your questions:\n\n${lines.join("\n")}\n\nGo on.`;
}

type AskedFor = Pick<Ask, "kind" | "toolName" | "inputJson">;
