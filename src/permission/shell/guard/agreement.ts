import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";
import { describeMark, type Mark, Marks } from "./mark.ts";

/** Says what only one of the two readers has found in a line; undefined if they agree on all of it. */
export function disagreement(marks: readonly Mark[], script: ParsedScript): string | undefined {
  const known = new Marks(marks);
  let unmarked: Mark | undefined;
  const compare = (node: SyntaxNode): void => {
    const detail = details(node);
    if (detail !== undefined && !known.take(node.type, node.pos, node.end, detail))
      unmarked ??= { kind: node.type, start: node.pos, end: node.end, detail };
    // The guard allows only literals and plain variables in them.
    if (!closed.has(node.type)) forEachChild(node, compare);
  };
  compare(script);
  const one = unmarked ?? known.left;
  return one && describeMark(one);
}

const closed: ReadonlySet<SyntaxNode["type"]> = new Set([
  "ParameterExpansion",
  "ArithmeticExpansion",
  "Glob",
  "BraceExpansion",
  "HereDocBody",
]);

/** Of a node the guard has a mark for: all but the script itself. */
function details(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "Script":
      return undefined;
    case "Statement":
      return node.background ? "&" : "";
    case "AndOr":
    case "Pipeline":
      return node.operators.join(" ");
    case "Word":
      return node.parts === undefined ? node.value : "";
    case "Literal":
      // The parser has one in empty double quotes.
      return node.value === "" ? undefined : node.value;
    case "SingleQuoted":
      return node.value;
    case "While":
      return node.kind;
    case "CaseItem":
      return node.terminator ?? "";
    case "Assignment":
      return node.index === undefined ? `${node.name}${node.append ? "+" : ""}` : "subscript";
    case "HereDocDelimiter":
      return `${node.quoted ? "quoted " : ""}${node.value}`;
    case "Redirect":
    case "HereString":
    case "HereDoc":
    case "TestUnary":
    case "TestBinary":
    case "TestLogical":
      return node.operator;
    default:
      return "";
  }
}
