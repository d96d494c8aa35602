import type { VerdictClass } from "./verdict-cases.ts";

const all = "allow user Bash";

/** Scripts that a rule names, by other paths, other interpreters and copies; `allow` are the lines beside it that stay free. */
export const scriptClasses: readonly VerdictClass[] = [
  {
    title: "a rule against a script sees every path and every interpreter that leads to it",
    rules: [all, "deny user Bash(./deploy.sh:*)"],
    lines: {
      deny: [
        ...["./deploy.sh", "././deploy.sh", ".//deploy.sh", "./src/../deploy.sh", "src/../deploy.sh", "/w/deploy.sh"],
        ...[
          "../w/deploy.sh",
          "bash deploy.sh",
          "sh deploy.sh prod",
          "source deploy.sh",
          ". ./deploy.sh",
          "dash deploy.sh",
        ],
        ...[
          "bash /w/deploy.sh",
          "bash -c 'source deploy.sh'",
          "timeout 5 ././deploy.sh",
          "sudo /w/deploy.sh",
          "./DEPLOY.sh",
        ],
        ...[
          "cd src && ../deploy.sh",
          "ls | xargs -n1 ./src/../deploy.sh",
          "env A=1 bash ./deploy.sh",
          "busybox sh deploy.sh",
        ],
      ],
      ask: [
        ...["bash -x deploy.sh", "bash < deploy.sh", "PATH=.:$PATH deploy.sh", "deploy.sh", "cat deploy.sh | bash"],
        ...["ln -s deploy.sh d.sh; ./d.sh", "cp deploy.sh d.sh && bash d.sh", "bash <(cat deploy.sh)"],
        ...[
          'eval "$(cat deploy.sh)"',
          'sh -c "$(cat deploy.sh)"',
          "cat deploy.sh | tee x.sh; bash x.sh",
          "mv deploy.sh e; sh e",
        ],
        ...[
          "gtimeout 5 ././deploy.sh",
          "gtimeout 5 sh deploy.sh",
          "python3 -c 'os.system(\"sh deploy.sh\")'",
          "foo 'sh ./deploy.sh'",
        ],
        ...["find . -name deploy.sh -exec {} ;", "sed s/a/b/ deploy.sh | sh"],
      ],
      allow: [
        ...[
          "cat deploy.sh",
          "vim deploy.sh",
          "shellcheck deploy.sh",
          "chmod +x deploy.sh",
          "git add deploy.sh",
          "git diff deploy.sh",
        ],
        ...[
          "./src/deploy.sh",
          "bash other.sh",
          "./deploy.sh.bak",
          "find . -name deploy.sh",
          "cp deploy.sh x",
          "head -5 deploy.sh",
        ],
        ...["bash src/deploy.sh", "bash ./src/../src/deploy.sh"],
      ],
    },
  },
  {
    title:
      "a rule against a script of an interpreter sees other options, other interpreters and the name without its ending",
    rules: [all, "deny user Bash(node deploy.js:*)", "deny user Bash(python3 tools/wipe.py:*)"],
    lines: {
      deny: [
        ...[
          "node ./deploy.js",
          "node /w/deploy.js",
          "node deploy",
          "node -- deploy.js",
          "./deploy.js",
          "bun deploy.js",
        ],
        ...[
          "bun run ./deploy.js",
          "python tools/../tools/wipe.py",
          "tools/wipe.py",
          "python3.12 tools/wipe.py --all",
          "npx tsx deploy.js",
          "uv run tools/wipe.py",
        ],
      ],
      ask: [
        ...["node --no-warnings deploy.js", "deno run -A deploy.js", "python3 -m tools.wipe"],
        ...["cat deploy.js | node", "node - < deploy.js"],
      ],
      allow: [
        ...[
          "node other.js deploy.js",
          "node src/deploy.js",
          "prettier --write deploy.js",
          "npx eslint deploy.js",
          "node --check x.js",
        ],
        ...["python3 -m tools.other", "python3 tools/other.py", "git log deploy.js", "cat tools/wipe.py"],
      ],
    },
  },
  {
    title: "arguments and wildcards of such a rule count whatever the script is called by",
    rules: [
      all,
      ...["deny user Bash(bash scripts/release.sh prod:*)", "ask user Bash(python3 manage.py migrate:*)"],
      ...["deny user Bash(./ops/*)", "deny user Bash(~/bin/wipe:*)", "deny user Bash(./once.sh)"],
    ],
    lines: {
      deny: [
        ...[
          "scripts/release.sh prod",
          "sh ./scripts/release.sh prod now",
          "ops/x",
          "bash ops/x.sh",
          "/w/ops/y a",
          "./ops/sub/z",
        ],
        ...["/home/u/bin/wipe", "./once.sh", "bash once.sh"],
      ],
      ask: [
        ...[
          "sh scripts/release.sh -v prod",
          "python manage.py migrate",
          "./manage.py migrate app",
          "python3 ./manage.py --v 2 migrate",
        ],
        ...["uv run manage.py migrate", "wipe", "bash once.sh -v"],
      ],
      allow: [
        ...[
          "scripts/release.sh staging",
          "python manage.py runserver",
          "python3 manage.py test",
          "bash scripts/other.sh prod",
        ],
        ...["ls ops", "grep x ops/y", "cat ~/bin/wipe", "bash once.sh now"],
      ],
    },
  },
];
