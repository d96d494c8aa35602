import { isFields, list, objects, text } from "../../wire/fields.ts";
import type { Fact } from "../memory/facts.ts";

/** The facts in what a model answered: JSON, whatever it wrote around it. None when there is none, or nothing that fits. */
export function factsInAnswer(answer: string): Fact[] {
  const found = [answer, fenced(answer), between(answer, "{", "}"), between(answer, "[", "]")]
    .map((json) => (json === undefined ? undefined : parse(json)))
    .find((value) => isFields(value) || Array.isArray(value));
  const entries = isFields(found) ? (Array.isArray(found.entries) ? found.entries : [found]) : list(found);
  return objects(entries)
    .flatMap((entry) => {
      const topic = text(entry.topic)?.trim() ?? "";
      const said = text(entry.text)?.trim() ?? "";
      return topic === "" || said === "" ? [] : [{ topic: topic.slice(0, maxTopic), text: said.slice(0, maxText) }];
    })
    .slice(0, maxFacts);
}

const maxFacts = 30;
const maxTopic = 120;
const maxText = 2_000;

function fenced(answer: string): string | undefined {
  return /```(?:json)?\s*\n([\s\S]*?)```/.exec(answer)?.[1];
}

function between(answer: string, open: string, close: string): string | undefined {
  const from = answer.indexOf(open);
  const to = answer.lastIndexOf(close);
  return from === -1 || to <= from ? undefined : answer.slice(from, to + 1);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
