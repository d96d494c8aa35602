import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const src = join(import.meta.dirname, "..", "src");

/** Who may import whom. The folders are the architecture; a line here is a decision. Everyone may import errors.ts. */
const mayImport: { readonly [folder: string]: readonly string[] } = {
  "errors.ts": [],
  util: [],
  // What Node does to files and should not: everyone who may use Node may import it.
  files: [],
  wire: ["util"],
  adapters: ["wire", "util"],
  codec: ["adapters", "wire", "util"],
  transport: ["files", "util"],
  channel: ["adapters", "wire", "util"],
  mcp: ["wire"],
  // What a scripted model says: read by the model APIs of test/lab and by the agent's own scripted model.
  script: ["wire"],
  permission: ["util"],
  record: ["transport", "files", "codec", "wire", "util"],
  // What it takes to start an agent.
  launch: ["mcp", "transport", "adapters", "wire", "util"],
  // What whoever drives an agent makes of its output: below both host and daemon.
  conversation: ["record", "transport", "adapters", "wire", "util"],
  host: ["conversation", "launch", "channel", "mcp", "record", "transport", "codec", "adapters", "wire", "util"],
  agent: ["channel", "permission", "script", "files", "codec", "adapters", "wire", "util"],
  // Generated from proto/, and the client: what cli and pages know of a daemon.
  api: ["files"],
  // Raw bytes only: it hardly ever changes, because agents live in it.
  holder: ["transport", "files", "util"],
  daemon: [
    ...["api", "holder", "conversation", "launch", "agent", "permission", "record", "channel", "transport", "files"],
    ...["codec", "adapters", "wire", "util"],
  ],
  twin: ["agent", "script", "transport", "codec", "wire"],
  // A running daemon is reached through api; daemon is loaded only to start one.
  cli: ["api", "daemon", "host", "launch", "agent", "codec", "adapters", "wire", "util"],
  // What each subpath of the package exports.
  exports: [
    "api",
    "twin",
    "host",
    "conversation",
    "launch",
    "agent",
    "mcp",
    "permission",
    "record",
    "script",
    "transport",
    "codec",
    "adapters",
    "wire",
    "util",
  ],
};

/** These run in a browser: no module of Node. */
const pure = ["util", "wire", "adapters", "codec", "mcp", "permission"];

/** Packages and sensitive modules, and the only folders that may use them (a subpath of a package counts as it). */
const reserved: { readonly [module: string]: readonly string[] } = {
  "node:child_process": ["transport", "twin", "agent/tool", "agent/mcp", "daemon/holding", "cli/background"],
  "node:sqlite": ["agent/memory", "daemon/store"],
  "@anthropic-ai/sdk": ["agent/model"],
  // The host takes any server that looks like one of the SDK's.
  "@modelcontextprotocol/sdk": ["agent/mcp"],
  ajv: ["agent/tool"],
  unbash: ["permission/shell"],
  "zod/mini": ["wire", "agent/tool"],
  commander: ["cli"],
  pino: ["daemon/telemetry"],
  "@bufbuild/protobuf": ["api", "daemon", "cli"],
  "@connectrpc": ["api", "daemon/server"],
  "prom-client": ["daemon/telemetry"],
  "web-push": ["daemon/push"],
  "@simplewebauthn/server": ["daemon/passkeys"],
  uqr: ["cli"],
};

interface SourceFile {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files = sourceFiles(src);

function sourceFiles(root: string): readonly SourceFile[] {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" });
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".test.ts"));
  return sources.map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const imports = [
      ...text.matchAll(/^(?:import|export)\b[^"';]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm),
    ];
    return {
      path,
      folder: folderOf(path),
      text,
      imports: imports.map((match) => match[1] ?? match[2] ?? match[3] ?? ""),
    };
  });
}

function folderOf(path: string): string {
  return path.split("/")[0] ?? path;
}

/** The file an import of our own names, relative to src/; undefined for packages. */
function target(file: SourceFile, specifier: string): string | undefined {
  return specifier.startsWith(".") ? relative(src, join(src, dirname(file.path), specifier)) : undefined;
}

function violations(check: (file: SourceFile, specifier: string) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports.filter((specifier) => check(file, specifier)).map((specifier) => `${file.path} imports ${specifier}`),
  );
}

test("every folder of src/ is in the import table, and the table names no other", () => {
  assert.ok(
    files.length > 40 && files.some(({ imports }) => imports.length > 5),
    "the files and their imports are found",
  );
  assert.deepEqual([...new Set(files.map(({ folder }) => folder))].sort(), Object.keys(mayImport).sort());
});

test("imports point down the table", () => {
  const wrong = violations((file, specifier) => {
    const to = target(file, specifier);
    if (to === undefined || to.startsWith("..")) return false;
    const folder = folderOf(to);
    return folder !== file.folder && folder !== "errors.ts" && !mayImport[file.folder]?.includes(folder);
  });
  assert.deepEqual(wrong, []);
});

test("the page reaches a daemon only through api, and its model knows neither the connection nor what shows it", () => {
  const web = join(src, "..", "web", "src");
  const found = sourceFiles(web).flatMap(({ path, folder, imports }) =>
    imports.map((specifier) => ({ path, folder, specifier, to: relative(web, join(web, dirname(path), specifier)) })),
  );
  const ofSrc = found.filter(({ to }) => to.startsWith("../../src/"));
  assert.ok(ofSrc.length > 5);
  assert.deepEqual(
    ofSrc.filter(({ to }) => !to.startsWith("../../src/api/") && to !== "../../src/errors.ts").map(({ path }) => path),
    [],
  );
  const upward = found.filter(
    ({ folder, to }) =>
      (folder === "model" && /^(live|view)\//.test(to)) || (folder === "live" && to.startsWith("view/")),
  );
  assert.deepEqual(
    upward.map(({ path, specifier }) => `${path} imports ${specifier}`),
    [],
  );
});

test("W1 the pure folders import no module of Node", () => {
  assert.deepEqual(
    violations(({ folder }, specifier) => pure.includes(folder) && specifier.startsWith("node:")),
    [],
  );
});

test("packages and processes are used only where they belong", () => {
  const wrong = violations((file, specifier) =>
    Object.entries(reserved).some(
      ([module, folders]) =>
        (specifier === module || (specifier.startsWith(`${module}/`) && !Object.hasOwn(reserved, specifier))) &&
        !folders.some((folder) => file.path.startsWith(`${folder}/`)),
    ),
  );
  assert.deepEqual(wrong, []);
});

test("D13 SQL stays in the store: nobody else has a connection, or makes a work of one", () => {
  const inner = ["daemon/store/database.ts", "daemon/store/make-work.ts"];
  const wrong = violations(
    (file, specifier) => inner.includes(target(file, specifier) ?? "") && !file.path.startsWith("daemon/store/"),
  );
  assert.deepEqual(wrong, []);
});

test("C4 only adapters/ knows a version", () => {
  const knowing = files.filter(
    ({ folder, text }) =>
      folder !== "adapters" && /"v?[1-9]\d*\.\d+\.\d+"/.test(text.replace(/^\s*(\/\/|\*).*$/gm, "")),
  );
  assert.deepEqual(
    knowing.map(({ path }) => path),
    [],
  );
});

test("no file imports itself in a circle", () => {
  const graph = new Map(
    files.map((file) => [file.path, file.imports.flatMap((specifier) => target(file, specifier) ?? [])]),
  );
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    assert.ok(!trail.includes(path), [...trail, path].join(" -> "));
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
});

/** Whose folders do not need each other in a circle. */
const layered = ["agent", "daemon"];

test("D13 the core of a session needs no module of Node, no clock and no chance", () => {
  const core = files.filter(({ path }) => path.startsWith("daemon/core/") || path === "channel/open-requests.ts");
  assert.ok(core.length > 20, "its files are found");
  const uses =
    /\bDate\.now\(|\bnew Date\(|performance\.|setTimeout|setImmediate|setInterval|Math\.random|randomUUID|process\.env|\bBuffer\b|await |\basync /;
  const impure = core.filter(
    ({ text, imports }) => uses.test(text) || imports.some((name) => name.startsWith("node:")),
  );
  assert.deepEqual(
    impure.map(({ path }) => path),
    [],
  );
});

test("D13 folders inside a layered folder do not import each other in a circle", () => {
  for (const folder of layered) {
    const needs = new Map<string, Map<string, string>>();
    for (const file of files.filter((each) => each.folder === folder)) {
      for (const specifier of file.imports) {
        const to = target(file, specifier);
        if (to === undefined || folderOf(to) !== folder || secondLevel(to) === secondLevel(file.path)) continue;
        const found = needs.get(secondLevel(file.path)) ?? new Map<string, string>();
        needs.set(secondLevel(file.path), found.set(secondLevel(to), `${file.path} imports ${to}`));
      }
    }
    assert.ok(needs.size > 5, `the folders of ${folder}/ are found`);
    assert.deepEqual(circleIn(needs), [], `${folder}/ has a circle`);
  }
});

test("D13 a circle of folders is found, with the import that closes it", () => {
  const needs = (...pairs: readonly (readonly [string, string])[]) =>
    new Map(pairs.map(([from, to]) => [from, new Map([[to, `${from}/x.ts imports ${to}/y.ts`]])]));
  assert.deepEqual(circleIn(needs(["a", "b"], ["b", "c"])), []);
  assert.deepEqual(circleIn(needs(["a", "b"], ["b", "c"], ["c", "b"])), [
    "b/x.ts imports c/y.ts",
    "c/x.ts imports b/y.ts",
  ]);
});

function secondLevel(path: string): string {
  return path.split("/")[1] ?? path;
}

/** The imports of one circle; none: there is no circle. */
function circleIn(needs: ReadonlyMap<string, ReadonlyMap<string, string>>): readonly string[] {
  const done = new Set<string>();
  const visit = (folder: string, trail: readonly string[]): readonly string[] => {
    if (trail.includes(folder)) {
      const circle = [...trail.slice(trail.indexOf(folder)), folder];
      return circle.slice(1).map((to, at) => needs.get(circle[at] ?? "")?.get(to) ?? "");
    }
    if (done.has(folder)) return [];
    for (const next of needs.get(folder)?.keys() ?? []) {
      const found = visit(next, [...trail, folder]);
      if (found.length > 0) return found;
    }
    done.add(folder);
    return [];
  };
  for (const folder of needs.keys()) {
    const found = visit(folder, []);
    if (found.length > 0) return found;
  }
  return [];
}

/** Folders whose files have at most 350 lines. Who brings another one down to that adds it; biome.json has a list of its own for functions. */
const ofSmallFiles = [
  ...["src/agent", "src/api", "src/cli", "src/exports", "src/holder", "src/twin", "src/script", "web"],
  "src/daemon",
  ...["src/host", "src/conversation", "src/launch", "src/channel", "src/mcp", "src/record", "src/transport"],
  ...["src/codec", "src/adapters", "src/wire", "src/util", "src/files", "src/permission"],
];

test("every file of the source, of the page and of the tests is small enough to be one thing", () => {
  const root = join(src, "..");
  const paths = ["src", "web", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  const own = paths.filter((path) => /\.(tsx?|mjs|cjs|css)$/.test(path) && !path.startsWith("src/api/gen/"));
  assert.ok(own.length > 1000, "the files are found");
  const isIn = (folder: string, path: string) => path.startsWith(`${folder}/`);
  const isSmall = (path: string) => ofSmallFiles.some((folder) => isIn(folder, path));
  const maxLines = (path: string) => (isSmall(path) && !path.endsWith(".test.ts") ? 350 : 400);
  const lines = (path: string) => readFileSync(join(root, path), "utf8").split("\n").length - 1;
  assert.deepEqual(
    own.filter((path) => lines(path) > maxLines(path)),
    [],
  );
});

/** Folders in which nothing is exported in vain. Who clears another one adds it. */
const withoutDeadExports = [
  ...["src/agent", "src/api", "src/cli", "src/daemon", "src/holder", "src/twin", "src/script", "test/daemon"],
  ...["src/host", "src/conversation", "src/launch", "src/channel", "src/mcp", "src/record", "src/transport"],
  ...["src/codec", "src/adapters", "src/wire", "src/util", "src/files"],
  ...[
    "web/src",
    "bench",
    "scripts",
    "test/agent",
    "test/cli",
    "test/clients",
    "test/lab",
    "test/page",
    "test/sdk",
    "test/twin",
  ],
];

test("D13 what a file exports is imported by another", () => {
  const root = join(src, "..");
  const texts = new Map(
    ["src", "web/src", "bench", "scripts", "examples", "test"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.startsWith("api/gen/"))
        .map((path) => [join(folder, path), readFileSync(join(root, folder, path), "utf8")] as const),
    ),
  );
  const imported = importedNames(texts);
  const declaration = /^export (?:async |abstract )*(?:function\*?|class|const|interface|type) (\w+)/gm;
  const dead = [...texts].flatMap(([path, text]) => {
    const isIn = (folder: string): boolean => path.startsWith(`${folder}/`);
    if (!withoutDeadExports.some(isIn)) return [];
    const names = [...text.matchAll(declaration)].map(([, name]) => name);
    return names
      .filter((name) => !imported.has(`${path} ${name}`) && !imported.has(`${path} *`))
      .map((name) => `${path}: ${name}`);
  });
  assert.ok(imported.size > 1000, "imports are found");
  assert.deepEqual(dead, []);
});

/** As `path name`; `path *` where a file is imported whole. */
function importedNames(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const imported = new Set<string>();
  for (const [path, text] of texts) {
    for (const [, names, from] of text.matchAll(/^(?:import|export)[^"';{]*\{([^}]*)\}\s*from\s+"(\.[^"]+)"/gm)) {
      for (const name of names?.split(",") ?? []) {
        imported.add(
          `${join(dirname(path), from ?? "")} ${
            name
              .trim()
              .replace(/^type /, "")
              .split(" as ")[0]
          }`,
        );
      }
    }
    for (const [, from] of text.matchAll(/\b(?:import|export)(?:\s+(?:type\s+)?\*[^"';]*from\s+|\()"(\.[^"]+)"/g)) {
      imported.add(`${join(dirname(path), from ?? "")} *`);
    }
  }
  return imported;
}
