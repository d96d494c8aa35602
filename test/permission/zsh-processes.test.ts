import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../../src/permission/decide.ts";
import { askOf, policyOf } from "./policy-of.ts";

/** What bash and zsh run in different processes, so that what is set or entered there holds behind it in one of them alone. */
function judge(rules: readonly string[], expected: RegExp, lines: readonly string[]): void {
  for (const command of lines) {
    const { effect } = decide(askOf("Bash", { command }), policyOf(rules));
    assert.match(effect, expected, command);
  }
}

test("P9 a list in the background may leave the shell in the folder that it enters: zsh runs all but the last there itself", () => {
  const rules = ["allow user Edit(./out)", "allow user Bash(make:*)"];
  judge(rules, /ask/, [
    "cd src && make & echo a > out",
    "cd src || make & echo a > out",
    "true && cd src && make & echo a > out",
    "cd src && ! [[ -n a ]] & echo a > out",
  ]);
  judge(["allow user Bash", "deny user Read(src/.env)"], /deny|ask/, ["cd src && make & cat .env"]);
  judge(["allow user Bash(make:*)"], /allow/, ["cd src && make & wait", "make & make test", "cd src && make & pwd"]);
});

test("P9 what is timed sets no number that arithmetic could count on, and enters no folder", () => {
  judge([], /ask/, ["time x=1; echo $((x))", "time { x=1; }; echo $((x))"]);
  judge(["allow user Edit(src/**)"], /ask/, ["time cd src && echo a > out"]);
  judge([], /allow/, ["x=1; time echo $((x))", "time ls", "time wc -l a.txt"]);
});

test("P9 a name in braces in front of a redirection is a descriptor's name to zsh, also with blanks between", () => {
  const rules = ["allow user Edit(./**)"];
  judge(rules, /ask/, [
    "echo {x} >out 5",
    "echo {x}\t>out 5",
    "echo {x} <out",
    "echo {x} >>out",
    "echo {x} \\\n >out",
    "echo {x} &>out",
  ]);
  judge(rules, /allow/, ["echo '{x}' >out", "echo {a,b} >out", "echo {x} b >out"]);
});
