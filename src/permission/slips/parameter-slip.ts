import { fileToolOf } from "../tool-kinds.ts";
import { expandBraces, type SpecifierSlip } from "./slip.ts";

/** What `parameter:value` looks like that is no field of the tool, or several of them. */
export function parameterSlip(tool: string, specifier: string): SpecifierSlip | undefined {
  const [, field = "", value = ""] = /^([A-Za-z_]\w*)\s*:\s*(.*)$/s.exec(specifier) ?? [];
  if (field === "") return undefined;
  const known = Object.hasOwn(fields, tool) ? fields[tool]?.split(" ") : undefined;
  if (known !== undefined && !known.includes(field))
    return {
      why: `${tool} has no parameter ${field}`,
      meant: fileToolOf(tool) === undefined ? [] : [value, specifier].filter((one) => one !== ""),
    };
  const parts = specifier.split(/\s*[,;&]\s*(?=[A-Za-z_]\w*\s*:)/);
  if (parts.length > 1) return { why: "a rule is about one parameter", meant: parts };
  const quoted = /^(["'])([^"']*)\1$/.exec(value)?.[2];
  if (quoted !== undefined)
    return { why: "the quotes are taken as a part of it", meant: [`${field}:${quoted}`], sure: "certain" };
  const values = expandBraces(value) ?? (/^[\w.*-]+(?:\|[\w.*-]+)+$/.test(value) ? value.split("|") : undefined);
  return values && { why: "a rule is about one value", meant: values.map((one) => `${field}:${one}`) };
}

/** What these tools are given; others may be given anything. */
const fields: { readonly [tool: string]: string } = {
  Read: "file_path offset limit pages",
  Write: "file_path content",
  Edit: "file_path old_string new_string replace_all",
  MultiEdit: "file_path edits",
  NotebookEdit: "notebook_path cell_id new_source cell_type edit_mode",
  NotebookRead: "notebook_path cell_id",
  Glob: "pattern path",
  Grep: "pattern path glob type output_mode head_limit offset multiline context",
  LS: "path ignore",
  WebSearch: "query allowed_domains blocked_domains",
};
