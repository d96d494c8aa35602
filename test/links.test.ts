import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

/** As GitHub makes them of headings. */
function anchorsOf(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map((heading) =>
    (heading[1] ?? "")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("every link of a page to a file or heading of the repository leads somewhere", () => {
  const links = globSync(["*.md", "docs/**/*.md"], { cwd: root }).flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8").replaceAll(/```.*?```/gs, "");
    const targets = [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    return targets.map(([, path = "", anchor]) => ({
      page,
      target: path === "" ? page : join(dirname(page), path),
      anchor,
    }));
  });
  assert.ok(links.length > 40, "the links are found");
  const broken = links.filter(({ target, anchor }) => {
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(join(root, target), "utf8")).includes(anchor);
  });
  assert.deepEqual(broken, []);
});

test("every path that ARCHITECTURE.md names for a change is there", () => {
  const table = /^## Where to add X$(.*?)^## /ms.exec(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"))?.[1] ?? "";
  const paths = [...table.matchAll(/`([\w./-]+(?:\/|\.(?:tsx?|mjs|json|md|proto)))`/g)].map((match) => match[1] ?? "");
  assert.ok(paths.length > 60, "the paths are found");
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(root, "src", path)) && !existsSync(join(root, path))),
    [],
  );
});
