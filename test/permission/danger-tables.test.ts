import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import type { Danger, DangerTable } from "../../src/permission/shell/dangers/danger.ts";
import { testCoverage } from "./rule-coverage.ts";

const folder = new URL("../../src/permission/shell/dangers/", import.meta.url);

/** What a file of the folder says of programs: its exports, as far as they are tables. */
async function tablesOf(file: string): Promise<[name: string, table: DangerTable][]> {
  const module: Record<string, unknown> = await import(new URL(file, folder).href);
  return Object.entries(module).filter((entry): entry is [string, DangerTable] => isTable(entry[1]));
}

function isTable(value: unknown): boolean {
  if (typeof value !== "object" || value === null || value instanceof RegExp || Array.isArray(value)) return false;
  const entries = Object.values(value);
  return (
    entries.length > 0 &&
    entries.every((one) => typeof one === "object" && one !== null && !Array.isArray(one)) &&
    !("subcommands" in value)
  );
}

/** The same name under two keys: the later one takes the place of the other, which then says nothing. */
function twice(table: DangerTable, path: string): string[] {
  const names = Object.keys(table).flatMap((key) => key.split(" "));
  const own = names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${path} ${name}`);
  return [
    ...own,
    ...Object.entries(table).flatMap(([key, danger]: [string, Danger]) =>
      danger.subcommands ? twice(danger.subcommands.of as DangerTable, `${path} ${key.slice(0, 20)}`) : [],
    ),
  ];
}

test("P3 P10 of no program and no subcommand two entries say different things", async () => {
  const seen = new Map<string, Danger>();
  const found: string[] = [];
  for (const file of readdirSync(folder).sort())
    for (const [name, table] of await tablesOf(file)) {
      found.push(...twice(table, `${file} ${name}`));
      for (const [key, danger] of Object.entries(table))
        for (const program of key.split(" ")) {
          // A table may be part of another.
          const known = seen.get(program);
          if (known !== undefined && known !== danger) found.push(`${program}: ${file} and another`);
          seen.set(program, danger);
        }
    }
  assert.ok(seen.size > 400, `${seen.size} programs`);
  assert.deepEqual(found, []);
});

testCoverage("P3 P10", {
  "alembic:*": {
    covers: ["alembic upgrade head", "alembic revision -m 'a /b' --autogenerate", "alembic history"],
    asks: ["alembic edit", "alembic init x", "alembic zz", "alembic -c /x upgrade head"],
  },
  "rails:*": {
    covers: ["rails db:migrate", "rails test test/a.rb", "rails routes"],
    asks: [
      "rails credentials:show",
      "rails secrets:show",
      "rails encrypted:show x",
      "rails runner x",
      "rails credentials:diff",
    ],
  },
  "php artisan:*": {
    covers: ["php artisan migrate", "php artisan test", "php artisan route:list"],
    asks: ["php artisan env:decrypt", "php artisan config:show app", "php artisan tinker"],
  },
  "php bin/console:*": {
    covers: ["php bin/console cache:clear", "php bin/console debug:router", "php bin/console debug:container"],
    asks: [
      ...[
        "php bin/console debug:container --env-vars",
        "php bin/console debug:dotenv",
        "php bin/console secrets:list --reveal",
      ],
      "php bin/console secrets:decrypt-to-local",
    ],
  },
  "python manage.py:*": {
    covers: ["python manage.py migrate", "python manage.py test app", "python manage.py runserver"],
    asks: [
      "python manage.py shell -c 'x'",
      "python manage.py shell",
      "python manage.py dbshell",
      "python manage.py shell_plus",
    ],
  },
  "./manage.py:*": { covers: ["./manage.py migrate"], asks: ["./manage.py shell -c x", "./manage.py dbshell"] },
  "git lfs:*": {
    covers: ["git lfs pull", "git lfs push origin main"],
    asks: ["git lfs push https://x/y main", "git lfs ext x"],
  },
  "gcc:*": {
    covers: ["gcc -include config.h a.c", "gcc -isystem vendor/include -Iinclude/x a.c", "gcc -O2 a.c -o a"],
    asks: ["gcc -E -include/etc/passwd a.c", "gcc -imacros../x a.c", "gcc -isystem/etc a.c", "gcc -iquote~/x a.c"],
  },
});
