import type { Db } from "./database.ts";

declare const kind: unique symbol;

/**
 * Something to be stored, for `Store.write`: what its functions did counts as a whole or not at all. It may run several
 * times, and only the last time counts; so it changes nothing but the database. Only this folder can make or run one.
 */
export type Work<T = void> = ((db: Db) => T) & { readonly [kind]: "work" };

/** Something to be read, for `Store.read`. Only this folder can make or run one. */
export type Query<T> = ((db: Db) => T) & { readonly [kind]: "query" };

/** Several as one, in order: all of them are stored, or none. */
export function together(...works: readonly Work<unknown>[]): Work {
  return ((db) => {
    for (const work of works) work(db);
  }) as Work;
}
