/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, why } from "../../src/exports/permission.ts";
import { bash, policyOf } from "./policy-of.ts";

function check(rules: readonly string[], asks: readonly string[], allows: readonly string[]): void {
  const policy = policyOf(rules.map((rule) => `allow user Bash(${rule})`));
  for (const [effect, lines] of [["ask", asks] as const, ["allow", allows] as const])
    for (const line of lines) {
      const decision = decide(bash(line), policy);
      assert.equal(decision.effect, effect, `${line}: ${why(decision)}`);
    }
}

test("P3 P10 without a rule no command tells what is in a variable that is likely to be secret", () => {
  check(
    [],
    [
      ...["echo $AWS_SECRET_ACCESS_KEY", 'echo "$GITHUB_TOKEN" | wc -c', "echo a$DB_PASSWORD", 'printf %s "$API_KEY"'],
      ...["A=$GITHUB_TOKEN; echo $A", "A=$TOKEN; B=x$A; echo $B", "for x in $TOKEN; do echo $x; done", "ls $DB_PASS"],
      ...['cat <<< "$TOKEN"', "cat <<E\n$TOKEN\nE", "read x <<< $TOKEN; echo $x", "set -- $TOKEN; echo $1"],
      ...["echo ${TOKEN:-x}", "echo ${NPM_TOKEN%x}", "echo $DATABASE_URL", "echo $(echo $JWT)", "grep $PGPASSWORD a"],
      ...["false && TOKEN=x; echo $TOKEN", "TOKEN=x true; echo $TOKEN", "set -x; A=$TOKEN", "set -x; [ $TOKEN ]"],
      ...["echo ${TOKEN:+$TOKEN}", "echo $npm_config_token", "git log --author=$TOKEN", 'find . -name "$SECRET"'],
    ],
    [
      ...['[ -n "$API_KEY" ] && echo set', 'test -z "$TOKEN" || echo set', "echo ${API_KEY:+set}", "echo ${#API_KEY}"],
      ...[
        "echo $HOME $PATH $PWD $USER",
        "echo '$TOKEN'",
        "grep '$TOKEN' a",
        'grep -r "\\$TOKEN" src',
        "echo $KEYBOARD",
      ],
      ...["for key in a b; do echo $key; done", 'while read -r key; do echo "$key"; done < a', "cat <<'E'\n$TOKEN\nE"],
      ...[
        "x=$(git rev-parse HEAD); echo $x",
        "echo $SSH_AUTH_SOCK",
        "echo $TOKEN_COUNT",
        "set -e; echo $A",
        "echo $monkey",
      ],
    ],
  );
});

test("P3 P10 git's settings that may hold a password are asked about, by whichever name", () => {
  check(
    [],
    [
      ...[
        "sendemail.smtppass",
        "github.token",
        "http.https://github.com/.extraheader",
        "credential.helper",
        "imap.pass",
      ],
      ...[
        "http.proxy",
        "url.https://x@y/.insteadof",
        "hub.oauthtoken",
        "lfs.https://x.access",
        "x.y",
        "http.cookiefile",
      ],
    ].map((name) => `git config --get ${name}`),
    [
      ...["user.email", "user.name", "remote.origin.url", "core.hooksPath", "branch.main.remote", "init.defaultBranch"],
      ...["pull.rebase", "commit.gpgsign", "alias.co", "submodule.a/b.url", "safe.directory", "diff.tool"],
    ].map((name) => `git config --get ${name}`),
  );
});

test("P3 P10 nohup in front of what needs no rule is asked about, since it may write a file; in front of what a rule allows it is not", () => {
  check(
    ["npm run:*"],
    ["nohup ls", "timeout 5 nohup ls", "nohup timeout 5 ls", "nohup cat a &", "/usr/bin/nohup ls"],
    ["nohup npm run dev", "nohup npm run dev &", "timeout 5 ls", "nice ls"],
  );
});
