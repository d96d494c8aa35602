import { relative } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";

/** Adds the tests of all these files to this process. The first one runs when all are there: loading would count as its time. */
export default async function loadTests(files: readonly string[]): Promise<void> {
  const loaded = Promise.withResolvers<void>();
  before(() => loaded.promise);
  for (const file of files) {
    const failed = (error: unknown): void =>
      void test(relative(process.cwd(), file), () => {
        throw error;
      });
    await import(pathToFileURL(file).href).catch(failed);
  }
  loaded.resolve();
}
