import type { QuestionItem } from "../../../src/api/gen/bridle/v1/ask_pb.js";

/** What a person chose for one question, and what they wrote instead or besides. */
export interface Given {
  readonly chosen: readonly string[];
  /** Undefined: none of their own words are wanted. */
  readonly other: string | undefined;
}

export const nothingGiven: Given = { chosen: [], other: undefined };

/** One choice takes the place of another, unless several are wanted. */
export function choose({ multiSelect }: QuestionItem, given: Given, label: string): Given {
  if (!multiSelect) return { chosen: [label], other: undefined };
  const chosen = given.chosen.includes(label) ? given.chosen.filter((one) => one !== label) : [...given.chosen, label];
  return { ...given, chosen };
}

export function writeOther({ multiSelect }: QuestionItem, given: Given, other: string | undefined): Given {
  return { chosen: multiSelect || other === undefined ? given.chosen : [], other };
}

/** As the agent expects it: labels in the order of the options, joined; empty: there is no answer. */
export function answerOf({ options }: QuestionItem, { chosen, other }: Given): string {
  const labels = options.map(({ label }) => label).filter((label) => chosen.includes(label));
  return [...labels, other?.trim() ?? ""].filter((part) => part !== "").join(", ");
}

export type Problem = { readonly at: number; readonly text: string };

/** The first question that is not answered. */
export function firstProblem(questions: readonly QuestionItem[], given: readonly Given[]): Problem | undefined {
  for (const [at, item] of questions.entries()) {
    const one = given[at] ?? nothingGiven;
    if (answerOf(item, one) !== "") continue;
    const text = one.other === undefined ? "Choose an answer, or write your own" : "Write your answer, or choose one";
    return { at, text: questions.length === 1 ? text : `Question ${at + 1}: ${text.toLowerCase()}` };
  }
  return undefined;
}
