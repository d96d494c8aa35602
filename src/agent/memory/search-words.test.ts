import assert from "node:assert/strict";
import { test } from "node:test";
import { fitsQuery, matchExpression, searchWords } from "./search-words.ts";

test("G7 a query is quoted words: nothing in it is syntax", () => {
  const queries: readonly [query: string, expected: string | undefined][] = [
    ["How is my cat called?", '"cat" OR "called"'],
    ['cat" OR 1=1; DROP TABLE facts; --', '"cat" OR "1" OR "drop" OR "table" OR "facts"'],
    ["NEAR(a b, 2) col:word* ^x -y {z}", '"near" OR "b" OR "2" OR "col" OR "word" OR "x" OR "y" OR "z"'],
    ["cat Cat CAT", '"cat"'],
    ["", undefined],
    ["?!… 🙂", undefined],
    ["what is it", undefined],
    ["パスワード", '"パ ス" OR "ス ワ" OR "ワ ー" OR "ー ド"'],
    ["猫", '"猫"'],
    ["Straße ＡＢＣ", '"straße" OR "abc"'],
  ];
  for (const [query, expected] of queries) assert.equal(matchExpression(query), expected, query);
});

test("G7 a query of a whole book has a bounded number of terms", () => {
  const book = Array.from({ length: 10_000 }, (_, at) => `word${at}`).join(" ");
  assert.equal(matchExpression(book)?.split(" OR ").length, 48);
});

test("G7 scripts without spaces are taken apart, others are not", () => {
  assert.deepEqual(searchWords("Das Kind, 私の猫 foo_bar"), ["das", "kind", "私", "の", "猫", "foo", "bar"]);
});

test("G7 one word of a long question is not enough to be told unasked, of a short one it is", () => {
  const cases: readonly [text: string, query: string, expected: boolean][] = [
    ["My cat is called Zorblax.", "How is my cat called?", true],
    ["My cat is called Zorblax.", "cat?", true],
    ["My cat is called Zorblax.", "Please refactor the category parser of module four", false],
    ["We deploy on release days.", "When was the last deployment of a release to production?", true],
    ["合言葉は青鷺です", "合言葉は何ですか", true],
    ["An answer.", "Write a function that gives an answer in yellow", false],
  ];
  for (const [text, query, expected] of cases) assert.equal(fitsQuery(text, query), expected, query);
});
