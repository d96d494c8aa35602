import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { controls } from "../wire/controls.ts";
import { resultSubtypes } from "../wire/message/result.ts";
import { type Families, familyWord, messages } from "../wire/messages.ts";
import { chain, changes } from "./adapters.ts";
import { capabilityWords } from "./capabilities.ts";
import { wordsOf } from "./change.ts";
import { features } from "./features.ts";

const claimed = changes.flatMap(({ adds }) => [...wordsOf(adds)]);

test("C4 every version file is in the list of changes, and each is small", () => {
  const files = readdirSync(join(import.meta.dirname, "versions")).map((file) =>
    file.replace(/^v|\.ts$/g, "").replaceAll("-", "."),
  );
  assert.deepEqual(files.sort(), changes.map(({ since }) => since).sort());
});

test("C4 no word is claimed twice", () => {
  assert.deepEqual(
    claimed.filter((word, index) => claimed.indexOf(word) !== index),
    [],
  );
});

test("C4 every family and every control request of the tables came with some version", () => {
  const families = Object.keys(messages).flatMap((word) =>
    word === "result" ? resultSubtypes.map((subtype) => `result/${subtype}`) : [word],
  );
  const wanted = [
    ...families.map((word) => `messages ${word}`),
    ...Object.keys(controls.fromAgent).map((subtype) => `asks ${subtype}`),
    ...Object.keys(controls.fromHost)
      .filter((subtype) => subtype !== "set_color")
      .map((subtype) => `controls ${subtype}`),
  ];
  assert.deepEqual(
    wanted.filter((word) => !claimed.some((other) => other === word)),
    [],
  );
});

test("C4 every word that is claimed is declared in a table", () => {
  const declared = (word: string): boolean => {
    const [kind = "", name = ""] = word.split(" ");
    const [parent = "", field] = name.split(".");
    switch (kind) {
      case "messages":
        if (parent === "control_cancel_request") return true;
        return field === undefined
          ? Object.hasOwn(messages, familyWord(parent))
          : Object.hasOwn((messages as Families)[familyWord(parent)]?.shape ?? {}, field);
      case "asks":
        return Object.hasOwn(controls.fromAgent, parent);
      case "controls":
        return Object.hasOwn(controls.fromHost, parent);
      case "answers":
        return parent === "*" || Object.hasOwn(controls.fromHost, parent);
      default:
        return true;
    }
  };
  assert.deepEqual(
    claimed.filter((word) => !declared(word)),
    [],
  );
});

test("C4 features and capabilities speak of words that some version has", () => {
  const words = [...features.map(({ word }) => word), ...Object.values(capabilityWords).flat()];
  assert.deepEqual(
    words.filter((word) => chain.vocabulary.arrival(word) === undefined),
    [],
  );
});
