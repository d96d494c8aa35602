import { textOf } from "./content.ts";
import type { Row } from "./row.ts";

/** All that a row says by itself, as plain text: to be found, and to be copied. What sub-agents say is in rows of their own. */
export function rowText(row: Row): string {
  switch (row.kind) {
    case "prompt":
      return row.blocks.map(textOf).join("\n\n");
    case "text":
    case "thinking":
      return row.text.peek();
    case "tool": {
      const { inputText, result, decision } = row.use.peek();
      const decided = decision === undefined ? "" : `${decision.by} ${decision.reason}`;
      const edited = decision?.edited === undefined ? "" : JSON.stringify(decision.edited);
      return [row.name, inputText, decided, edited, ...result.map(textOf)].filter((part) => part !== "").join("\n");
    }
    case "turn_end":
      return row.errors.join("\n");
    case "note":
      return [row.text.peek(), row.details].filter((part) => part !== "").join("\n");
  }
}
