export interface BypassAttempt {
  readonly name: string;
  /** Bash patterns that are allowed. */
  readonly rules: readonly string[];
  readonly command: string;
}

/** Commands by their names, under rules that allow none of them. */
export function attempts(rules: readonly string[], commands: { readonly [name: string]: string }): BypassAttempt[] {
  return Object.entries(commands).map(([name, command]) => ({ name, rules, command }));
}
