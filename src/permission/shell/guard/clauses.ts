/**
 * What the guard refuses although some shell understands it, each clause with its reason. Whatever the guard's grammar has no
 * word for is refused as well, without a clause.
 */
export const clauses = {
  depth: "it is nested too deeply",
  parts: "it has too many parts",
  length: "it is too long, but for the texts of its here-documents",
  backtick: "it uses backticks",
  "double-parenthesis": "it uses (( ))",
  "zsh-equals": "a word begins with =, which zsh takes for a program",
  "zsh-word": "it uses a reserved word of zsh",
  "zsh-descriptor": "a name in braces stands in front of a redirection, which zsh takes for the name of a descriptor",
  "zsh-range": "it has a range of numbers as zsh writes it",
  "dash-test": "a test joins conditions that dash would run",
  history: "it has an unquoted !",
  caret: "it has an unquoted ^ in front of a name",
  hash: "it has a # that is not surely a comment",
  "comment-inside": "a comment in a substitution has quotes or parentheses",
  brace: "it has an unusual brace",
  bracket: "it has an unusual bracket",
  character: "it has an unusual character outside of quotes",
  "escaped-newline": "a line is continued within a word",
  "ansi-escape": "it has an unusual escape in $'…'",
  dollar: "it has a $ that begins no known expansion",
  "expansion-subscript": "it has a subscript behind an expansion",
  parameter: "it uses an unusual expansion",
  arithmetic: "it calculates with more than numbers and names",
  "assigned-subscript": "it assigns to a subscript",
  "array-subscript": "it gives subscripts in an array",
  "process-inside-word": "a process substitution is part of a word",
  "descriptor-variable": "a redirection follows a word that may be its descriptor",
  "copied-descriptor": "it copies a descriptor that is no number",
  "case-inside": "it has a case in a substitution",
  "here-delimiter": "a here-document has an unusual delimiter",
  "here-body": "a here-document expands more than plain variables",
  "here-inside": "a here-document in a substitution has parentheses that old shells take for its end",
  "here-pending": "a here-document begins on a line with more than one line of text",
  "here-last": "more commands follow a here-document in a substitution, which bash puts together wrongly",
  "dash-both": "words follow &>, which dash would run",
  "time-option": "it uses time with an option",
} as const;

export type Clause = keyof typeof clauses;
