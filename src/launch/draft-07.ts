import { invalidOption } from "../errors.ts";
import { type Fields, isFields } from "../wire/fields.ts";

/** Words of draft 07 that hold no schema. Agents drop a whole schema, without a word, for one that they do not know. */
const plain = new Set([
  ...["type", "enum", "const", "format", "pattern", "required", "default", "examples", "title", "description"],
  ...["minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
  ...["$id", "$ref", "$comment", "readOnly", "writeOnly", "deprecated", "contentMediaType", "contentEncoding"],
]);
const schemas = new Set([
  ...["additionalItems", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else"],
]);
const lists = new Set(["allOf", "anyOf", "oneOf"]);
const maps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependencies"]);

/** What later drafts restrict with, and draft 07 cannot say. Other words only describe, and are left out. */
const restricting = new Set([
  ...["unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains"],
  ...["$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$anchor"],
]);

/**
 * A JSON schema in the words of draft 07, the only ones that Claude Code
 * understands: newer ones, such as zod 4 writes, are said in them. Throws
 * `invalid_option` for what cannot be said.
 */
export function toDraft07(schema: Fields): Fields {
  const said: Fields = {};
  for (const [word, value] of Object.entries(schema)) {
    if (restricting.has(word))
      throw invalidOption("jsonSchema", "a schema that can be said in draft 07 of JSON Schema", `the word ${word}`);
    if (plain.has(word)) said[word] = value;
    else if (schemas.has(word)) said[word] = inner(value);
    else if (lists.has(word)) said[word] = Array.isArray(value) ? value.map(inner) : value;
    else if (maps.has(word)) said[word] = isFields(value) ? mapped(value) : value;
  }
  return { ...said, ...itemsOf(schema), ...dependenciesOf(schema) };
}

function inner(value: unknown): unknown {
  return isFields(value) ? toDraft07(value) : value;
}

function mapped(value: Fields): Fields {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
}

/** A tuple is `prefixItems` and `items` in newer drafts, `items` and `additionalItems` here. */
function itemsOf({ prefixItems, items }: Fields): Fields {
  if (!Array.isArray(prefixItems)) {
    if (items === undefined) return {};
    return { items: Array.isArray(items) ? items.map(inner) : inner(items) };
  }
  return { items: prefixItems.map(inner), ...(items !== undefined && { additionalItems: inner(items) }) };
}

function dependenciesOf({ dependentSchemas, dependentRequired, dependencies }: Fields): Fields {
  if (!isFields(dependentSchemas) && !isFields(dependentRequired)) return {};
  const given = isFields(dependencies) ? mapped(dependencies) : {};
  const named = isFields(dependentSchemas) ? mapped(dependentSchemas) : {};
  return { dependencies: { ...given, ...(isFields(dependentRequired) ? dependentRequired : {}), ...named } };
}
