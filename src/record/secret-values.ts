const secretVariable = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PASSPHRASE|CREDENTIALS?)(?:_|$)/i;
const plain = /^(?:true|false|\d{1,11})$/i;

/** The values of an environment whose names say that they are secret: what a `Redactor` is given. */
export function secretValues(env: { readonly [name: string]: string | undefined }): string[] {
  const values: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && secretVariable.test(name) && !plain.test(value)) values.push(value);
  }
  return values;
}
