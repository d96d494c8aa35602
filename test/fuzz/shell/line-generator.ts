/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import { bypassAttempts } from "../../permission/bypass-attempts.ts";
import { everydayCommands } from "../../permission/everyday-commands.ts";
import { acceptedLines } from "../../permission/guard/accepted-lines.ts";
import { evaluatingLines } from "../../permission/guard/evaluating-lines.ts";
import { refusedLines } from "../../permission/guard/refused-lines.ts";
import type { Random } from "../random.ts";
import {
  assignments,
  disguised,
  expanded,
  frames,
  hostile,
  plain,
  planted,
  programs,
  redirections,
  running,
  statements,
  tokens,
  wrappers,
} from "./vocabulary.ts";

/** Every line that somebody wrote down: everyday ones, and all classes of attempts. */
const corpus = [
  ...everydayCommands.map(({ command }) => command),
  ...acceptedLines,
  ...acceptedLines,
  ...Object.values(refusedLines).flat(),
  ...evaluatingLines,
  ...bypassAttempts.map(({ command }) => command.replaceAll(/\brm\b/g, planted)),
].filter((line) => line.length < 300);

export function generateLine(random: Random): string {
  const kind = random.next();
  if (kind < 0.5) return line(random, 0);
  const base = kind < 0.7 ? line(random, 0) : random.pick(corpus);
  return mutate(base, random);
}

function line(random: Random, depth: number): string {
  if (depth > 2 || random.next() < 0.45) return simple(random, depth);
  return fill(random.pick(frames), () => line(random, depth + 1));
}

function simple(random: Random, depth: number): string {
  if (random.next() < 0.15) return random.pick(statements);
  const words: string[] = [];
  if (random.next() < 0.1) words.push(random.pick(assignments));
  if (random.next() < 0.08) words.push(random.pick(wrappers));
  words.push(random.next() < 0.02 ? planted : random.next() < 0.02 ? random.pick(disguised) : random.pick(programs));
  const count = random.below(5);
  for (let at = 0; at < count; at += 1) words.push(word(random, depth));
  if (random.next() < 0.2) words.push(random.pick(redirections));
  return words.join(" ");
}

function word(random: Random, depth: number): string {
  const kind = random.next();
  if (kind < 0.1) return `f${random.below(100)}`;
  if (kind < 0.6) return random.pick(plain);
  if (kind < 0.85) return random.pick(expanded);
  if (kind < 0.9 && depth < 3) return `$(${simple(random, depth + 1)})`;
  if (kind < 0.97) return random.pick(plain) + random.pick(expanded);
  if (kind < 0.98) return random.pick(running);
  return random.pick(hostile);
}

/** `@` and `#` alone are commands; a `#` in the frame behind a blank and before a `#` begins a comment. */
function fill(frame: string, command: () => string): string {
  return frame.replaceAll(/@(?!")|#(?=[;) "\n]|$)/g, command);
}

function mutate(base: string, random: Random): string {
  let text = base;
  const times = 1 + random.below(3);
  for (let at = 0; at < times; at += 1) text = mutateOnce(text, random);
  return text;
}

function mutateOnce(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  switch (random.below(7)) {
    case 0:
    case 1:
    case 2:
      return text.slice(0, at) + random.pick(tokens) + text.slice(at);
    case 3:
      return text.slice(0, at) + text.slice(at + 1 + random.below(3));
    case 4: {
      const other = random.pick(corpus);
      return text.slice(0, at) + other.slice(random.below(other.length + 1));
    }
    case 5: {
      const words = text.split(" ");
      words[random.below(words.length)] = random.next() < 0.5 ? random.pick(hostile) : random.pick(expanded);
      return words.join(" ");
    }
    default:
      return text.slice(0, at) + text.slice(at, at + 1 + random.below(6)) + text.slice(at);
  }
}
