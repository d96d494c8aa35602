interface ToolToTry {
  readonly name: string;
  /** What a person types. */
  readonly asks: string;
  readonly example: string;
  readonly field: string;
}

/** Tools that most rules are about, each by the one field that matters. */
export const toolsToTry: readonly [ToolToTry, ...ToolToTry[]] = [
  { name: "Bash", asks: "Command", example: "git push --force", field: "command" },
  { name: "Read", asks: "File", example: ".env", field: "file_path" },
  { name: "Edit", asks: "File", example: "src/main.ts", field: "file_path" },
  { name: "Write", asks: "File", example: "src/new.ts", field: "file_path" },
  { name: "WebFetch", asks: "Address", example: "https://example.org/", field: "url" },
];

export function inputOf(toolName: string, text: string): { readonly [field: string]: string } {
  const { field } = toolsToTry.find(({ name }) => name === toolName) ?? toolsToTry[0];
  return { [field]: text };
}
