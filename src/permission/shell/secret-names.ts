/**
 * Variables that are likely to hold a password, a token or a key, by their names. A command that needs no rule would print what
 * is in them, or put it where it is seen: `echo $GITHUB_TOKEN`, `ls "$API_KEY"`.
 */
const secretName =
  /secret|token|passw|passphrase|credential|api_?key|private|bearer|cookie|webhook|signing|encrypt|jwt|(?:^|_)(?:key|keys|pass|auth|pat|pw|dsn|salt|pin|creds?|cert|sk|hook)(?:_|$)|_pwd$|(?:database|db|mongo\w{0,32}|redis|postgres\w{0,32}|pg|mysql|amqp|rabbitmq|sentry|broker|connection)_?(?:url|uri|string)/i;

/** Where something is, or how much of it there is. */
const harmlessEnd = /_(?:dir|file|path|home|sock|folder|name|count|type|length|size)$/i;

export function isSecretName(name: string): boolean {
  // Nobody calls a variable so, and patterns may take the square of a length.
  if (name.length > 200) return true;
  return secretName.test(name) && !harmlessEnd.test(name);
}
