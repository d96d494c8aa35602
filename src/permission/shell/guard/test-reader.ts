import * as characters from "./characters.ts";
import type { Source } from "./source.ts";
import { skipBlanks } from "./spaces.ts";
import type { WordReader } from "./word-reader.ts";

/** What stands between `[[` and `]]`: simple conditions, joined by one kind of operator. */
export function readTest(source: Source, words: WordReader): void {
  skipBlanks(source);
  const start = source.at;
  const operators = new Set<string>();
  for (;;) {
    const at = source.at;
    readCondition(source, words, at);
    const end = source.at;
    skipBlanks(source);
    const operator = source.take(/&&|\|\|/y)?.[0];
    if (operator === undefined) {
      source.expect("]]");
      if (operators.size > 1) source.unexpected();
      for (const one of operators) source.mark("TestLogical", start, end, one);
      return;
    }
    operators.add(operator);
    skipBlanks(source);
    source.require("dash-test", source.char === "-");
  }
}

/** Leaves the source at its end. */
function readCondition(source: Source, words: WordReader, start: number): void {
  if (source.take(/!(?=[ \t])/y)) {
    source.mark("Negation", start, start + 1);
    skipBlanks(source);
    readCondition(source, words, source.at);
    source.mark("TestNot", start, source.at);
    return;
  }
  const unary = source.take(characters.unaryTest)?.[0];
  if (unary !== undefined) {
    skipBlanks(source);
    words.read();
    source.mark("TestUnary", start, source.at, unary);
    return;
  }
  words.read();
  const end = source.at;
  skipBlanks(source);
  const binary = source.take(characters.binaryTest)?.[0];
  if (binary === undefined) {
    source.mark("TestUnary", start, end, "-n");
    return;
  }
  skipBlanks(source);
  const expression = binary === "=~" ? source.take(characters.regularExpression)?.[0] : undefined;
  if (expression === undefined) words.read();
  else source.mark("Word", source.at - expression.length, source.at, expression);
  source.mark("TestBinary", start, source.at, binary);
}
