/** Puts values in for `${NAME}` and `${NAME:-fallback}`. A variable that is not set and has no fallback stays as written. */
export function expandVariables(text: string, env: NodeJS.ProcessEnv): string {
  return text.replace(
    /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
    (written, name: string, fallback?: string) => env[name] ?? fallback ?? written,
  );
}
