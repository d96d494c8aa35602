import { textOf } from "./content.ts";
import type { Row } from "./row.ts";

/** All that a row says, as plain text: to be found, and to be copied. */
export function rowText(row: Row): string {
  switch (row.kind) {
    case "prompt":
      return row.blocks.map(textOf).join("\n\n");
    case "text":
    case "thinking":
      return row.text.peek();
    case "tool": {
      const { inputText, result, decision } = row.use.peek();
      const children = row.children.all.map(rowText);
      const decided = decision === undefined ? "" : `${decision.by} ${decision.reason}`;
      return [row.name, inputText, decided, ...children, ...result.map(textOf)]
        .filter((part) => part !== "")
        .join("\n");
    }
    case "turn_end":
      return row.errors.join("\n");
    case "note":
      return [row.text, row.details].filter((part) => part !== "").join("\n");
  }
}
