import type { UseText } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { isFields, parseJson } from "../../model/content.ts";
import { visible } from "../text/visible.ts";
import { toolsToTry } from "./tools-to-try.ts";

/** A tool use in a line: the field that matters, or its input as far as it was kept. */
export function UseLine({ use: { toolName, inputText } }: { readonly use: UseText }) {
  return (
    <span class="use-line">
      {visible(toolName)} <code>{visible(gist(toolName, inputText))}</code>
    </span>
  );
}

function gist(toolName: string, inputText: string): string {
  const field = toolsToTry.find(({ name }) => name === toolName)?.field ?? "";
  const input = parseJson(inputText);
  const value = isFields(input) ? input[field] : undefined;
  return typeof value === "string" ? value : inputText;
}
