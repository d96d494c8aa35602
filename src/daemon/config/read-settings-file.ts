import { readFileSync } from "node:fs";
import { BridleError } from "../../errors.ts";
import { type Fields, isFields } from "../../wire/fields.ts";
import { syntaxError } from "./syntax-error.ts";

/** The settings as they stand in the file; nothing where there is none. Throws `invalid_option` with the position of a syntax error. */
export function readSettingsFile(file: string): Fields {
  return parseSettings(readText(file), file);
}

/** The same of a text that was read from it. */
export function parseSettings(written: string, file: string): Fields {
  const text = written.replace(/^\uFEFF/, "");
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the text.
    const { line, column, message } = syntaxError(text);
    throw unusable(`${file}:${line}:${column}`, "JSON", message);
  }
  if (!isFields(value)) throw unusable(file, "a JSON object", Array.isArray(value) ? "a list" : typeof value);
  return value;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return "";
    throw unusable(file, "a file that can be read", code ?? "another error");
  }
}

function unusable(where: string, allowed: string, found: string): Error {
  const message = `${where}: the settings must be ${allowed}; found: ${found}; mend or remove the file`;
  return new BridleError("invalid_option", message, { option: where, allowed, found });
}
