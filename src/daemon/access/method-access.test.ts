import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { DescService } from "@bufbuild/protobuf";
import { hasRole, roles } from "./caller.ts";
import { accessOf, methodAccess } from "./method-access.ts";

const generated = join(import.meta.dirname, "..", "..", "api", "gen");

/** Every service of proto/, those that nobody has thought of here, too. */
async function services(): Promise<DescService[]> {
  const files = globSync("**/*_pb.js", { cwd: generated });
  const modules = await Promise.all(files.map((file) => import(join(generated, file)) as Promise<object>));
  return modules.flatMap((module) => Object.values(module)).filter((value) => value?.kind === "service");
}

test("P11 every call of the API has its role and its bound, and none of them is a leftover", async () => {
  const found = (await services()).map(({ typeName, methods }) => [typeName, methods.map(({ name }) => name).sort()]);
  // The same service under its first name.
  found.push(["grpc.reflection.v1alpha.ServerReflection", ["ServerReflectionInfo"]]);
  const known = Object.entries(methodAccess).map(([service, rows]) => [service, Object.keys(rows).sort()]);
  assert.deepEqual(Object.fromEntries(known), Object.fromEntries(found));
});

test("P11 a call whose request names a session, an ask or a folder is bound by it", async () => {
  const named = { session: "sessionId", ask: "askId", worktree: "worktreeId", folder: "cwd" } as const;
  for (const method of (await services()).flatMap(({ methods }) => methods)) {
    const { bound } = accessOf(method);
    const fields = method.input.fields.map(({ localName }) => localName);
    if (bound in named) assert.ok(fields.includes(named[bound as keyof typeof named]), `${method.name} ${bound}`);
    else if (bound === "none")
      for (const field of Object.values(named)) assert.ok(!fields.includes(field), `${method.name} names a ${field}`);
  }
});

test("P11 docs/security.md names every call at the role that it needs", () => {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "security.md"), "utf8");
  const rows = Object.entries(methodAccess).filter(([service]) => service.startsWith("bridle."));
  for (const role of roles) {
    const line = page.split("\n").find((one) => one.startsWith(`| \`${role}\` |`)) ?? "";
    const shown = [...(line.split("|")[3] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const needed = rows.flatMap(([, calls]) => Object.entries(calls).filter(([, one]) => one.role === role));
    assert.deepEqual(shown.sort(), needed.map(([name]) => name).sort(), role);
  }
});

test("P11 whoever has a role may watch, an admin may do everything, and no role gives nothing", () => {
  const may = (...had: (typeof roles)[number][]) => roles.filter((role) => hasRole({ roles: had }, role));
  assert.deepEqual(may(), []);
  assert.deepEqual(may("watch"), ["watch"]);
  assert.deepEqual(may("prompt"), ["watch", "prompt"]);
  assert.deepEqual(may("approve"), ["watch", "approve"]);
  assert.deepEqual(may("prompt", "approve"), ["watch", "prompt", "approve"]);
  assert.deepEqual(may("admin"), [...roles]);
});
