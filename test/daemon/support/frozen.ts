/** The same value; whoever tries to change anything in it fails. */
export function frozen<T>(value: T): T {
  // The bytes of an array cannot be frozen.
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
