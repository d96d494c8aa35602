interface OfFolder<T> {
  readonly folder: string;
  readonly conversations: readonly T[];
}

/** Folder by folder; the folder of the newest first, as they came. */
export function byFolder<T extends { readonly cwd: string }>(conversations: readonly T[]): readonly OfFolder<T>[] {
  const folders = new Map<string, T[]>();
  for (const one of conversations) {
    const known = folders.get(one.cwd);
    if (known === undefined) folders.set(one.cwd, [one]);
    else known.push(one);
  }
  return [...folders].map(([folder, of]) => ({ folder, conversations: of }));
}
