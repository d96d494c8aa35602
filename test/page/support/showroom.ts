import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { AskWait, SessionState, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { eventually } from "../../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../../daemon/support/start-daemon.ts";
import { reaches } from "../../daemon/support/talk.ts";
import { writeTranscript } from "./claude-on-path.ts";
import { type Step, says, storyAgent } from "./story-agent.ts";

/** A daemon in which every view has something to show. */
export interface Showroom extends AsyncDisposable {
  readonly daemon: TestDaemon;
  views(isPhone: boolean): readonly RoomView[];
}

export interface RoomView {
  readonly name: string;
  readonly path: string;
  /** What is there last, when all of the view is there: a selector. */
  readonly shows: string;
  /** What somebody does there first. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export async function openShowroom(home?: string): Promise<Showroom> {
  const permissions = {
    allow: ["Bash(npm test:*)"],
    ask: ["Read(//etc/**)"],
    deny: ["Bash(git push:*)", "Read(.env)"],
  };
  const budgets = [
    { of: "all", per: "day", usd: 8, effect: "warn" },
    { of: "session", usd: 0.5 },
  ];
  // However long somebody looks around, the session that works is not called stalled.
  const set = ["watchdog.after_ms=0", "approvals.park_after_ms=300"];
  const env = { BRIDLE_PROVIDER: "scripted" };
  const given = { agents: { demo: storyAgent }, settings: { permissions, budgets }, set, env };
  const daemon = await startDaemon({ ...given, ...(home !== undefined && { home }) });
  const folder = join(home ?? daemon.home, "parser");
  makeProject(folder);
  const [conversation, said] = ["0badcafe-0000-4000-8000-000000000001", "It is in src/parse.ts."];
  writeTranscript(join(daemon.cwd, ".claude"), folder, conversation, "Where are lines read?", said);
  const tell = async (title: string, prompt: string, state: SessionState, agent = "demo"): Promise<string> => {
    const text = { cwd: folder, agent, title, prompt: { text: prompt } };
    const { session } = await daemon.client.sessions.createSession(text);
    const id = session?.id ?? "";
    await reaches(daemon, id, state);
    return id;
  };
  await tell("Rename the module", "Rename it.", SessionState.IDLE);
  const dear = await tell("Summarize the history", "Rename it.", SessionState.IDLE);
  await daemon.client.conversation.sendPrompt({ sessionId: dear, prompt: { text: "Rename it." } });
  await decide(daemon, await tell("Clean up the scripts", "Clean up.", SessionState.WAITING));
  const parked = await tell("Update the lock file", lockFile, SessionState.WAITING, "bridle");
  await eventually("the ask to be parked", async () => {
    const { asks } = await daemon.client.conversation.listAsks({ sessionId: parked });
    return asks[0]?.wait === AskWait.PARKED;
  });
  const done = await tell(
    "Make the parser faster",
    "The parser is slow on long lines. Find out why, and mend it.",
    SessionState.IDLE,
  );
  writeFileSync(join(folder, "src", "parse.ts"), fast);
  const asking = await tell("Publish the package", "Publish it.", SessionState.WAITING);
  await tell("Which format?", "Write the report.", SessionState.WAITING);
  await tell("Look for slow tests", "Look for slow tests.", SessionState.RUNNING);
  const views = (isPhone: boolean): readonly RoomView[] => [
    { name: "sessions", path: "/", shows: ".session-item >> text=Look for slow tests" },
    { name: "session", path: `/s/${done}`, shows: ".markdown .code-kwd" },
    { name: "ask", path: `/s/${asking}`, shows: '.buttons[data-armed="true"]' },
    { name: "parked", path: `/s/${parked}`, shows: '.buttons[data-armed="true"]' },
    { name: "budget", path: `/s/${dear}`, shows: ".queue-wait" },
    { name: "waiting", path: "/asks", shows: '.buttons[data-armed="true"]' },
    // On a phone the list comes first.
    { name: "changes", path: `/s/${done}/changes`, shows: isPhone ? ".changed-file" : '[data-kind="added"] .code-kwd' },
    { name: "new", path: "/new", shows: ".agent-card >> text=demo" },
    { name: "continue", path: "/continue", shows: ".continue-line" },
    // On a phone budgets come first.
    {
      name: "usage",
      path: "/usage",
      shows: isPhone ? "main:has(.chart canvas) .budgets tbody tr >> nth=0" : ".chart canvas",
    },
    // A rate needs two looks.
    { name: "health", path: "/health", shows: "text=/^[\\d.]+\\/s$/ >> nth=0" },
    { name: "rules", path: "/rules", shows: "main tbody tr >> nth=0" },
    { name: "why", path: "/rules/why#audit-1", shows: ".verdict" },
    { name: "simulate", path: "/rules/simulate", shows: ".simulated tbody tr", prepare: tryOtherRules },
    { name: "suggest", path: "/rules/suggest", shows: "text=/is written to/", prepare: offerRule },
    { name: "audit", path: "/audit", shows: '.audit:has(.chain[data-good="true"]) .audit-line' },
    { name: "settings", path: "/settings", shows: '.card:not([data-at="loading"]) > #notifications' },
    { name: "mcp", path: `/mcp/${done}`, shows: '.server:has(h2:text-is("issues")) .dot[data-tone="waiting"]' },
    { name: "recording", path: "/recording", shows: "main .empty-title" },
    { name: "nowhere", path: "/nowhere", shows: "main .empty-title" },
    { name: "gone", path: "/s/none", shows: "main .empty-title" },
  ];
  return { daemon, views, [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose]() };
}

async function tryOtherRules(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Take out: deny Bash(git push:*)" }).click();
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByLabel("Effect").selectOption("deny");
  await page.getByLabel("Rule", { exact: true }).fill("Bash(npm run *)");
  await page.getByRole("button", { name: "Simulate" }).click();
}

async function offerRule(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add to …" }).click();
}

/** A person allows what the session asks, but for what takes something away. */
async function decide({ client }: TestDaemon, sessionId: string): Promise<void> {
  const decided = new Set<string>();
  await eventually("all of it decided", async () => {
    const { asks } = await client.conversation.listAsks({ sessionId });
    for (const { id, inputJson } of asks.filter((ask) => !decided.has(ask.id))) {
      const verdict = inputJson.includes("rm -rf") ? Verdict.DENY : Verdict.ALLOW;
      await client.conversation.answerAsk({ askId: id, verdict });
      decided.add(id);
    }
    const { session } = await client.sessions.getSession({ sessionId });
    return session?.state === SessionState.IDLE;
  });
}

const lockFile = scripted(
  {
    text: "I bring the lock file up to date.",
    tools: [{ name: "Bash", input: { command: "npm install --package-lock-only" } }],
  },
  { text: "It is up to date." },
).replace(/^.*(?=SCRIPT:)/, "");

/** Commands of a session that are decided: by rules, and by a person. */
const cleaning = [
  "npm test && git push --force origin main",
  "npm test -- --watch=false",
  "npm run lint -- src",
  "npm run lint -- test",
  "npm run lint -- scripts --fix",
  "rm -rf build",
];

const slow = `export function parse(text: string): string[] {
  let rest = text;
  const lines: string[] = [];
  while (rest.includes("\\n")) {
    const at = rest.indexOf("\\n");
    lines.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  return [...lines, rest];
}
`;

const fast = `export function parse(text: string): string[] {
  return text.split("\\n");
}
`;

function makeProject(folder: string): void {
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src", "parse.ts"), slow);
  writeFileSync(join(folder, "README.md"), "# Parser\n\nReads lines.\n");
  writeFileSync(join(folder, "stories.json"), JSON.stringify(stories(folder)));
  writeFileSync(join(folder, ".gitignore"), "stories.json\n");
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const who = ["-c", "user.name=Anna", "-c", "user.email=anna@example.com"];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    [...who, "commit", "-q", "-m", "The parser"],
  ])
    execFileSync("git", args, { cwd: folder, env });
}

function stories(folder: string): { readonly [prompt: string]: { readonly steps: readonly Step[] } } {
  const file = join(folder, "src", "parse.ts");
  const todos = (...statuses: readonly string[]): object => ({
    todos: ["Find what is slow", "Rewrite it", "Run the tests"].map((content, at) => ({
      ...{ content, activeForm: content, status: statuses[at] },
    })),
  });
  const publish = { command: "npm publish --access public", description: "Publish the package" };
  const questions = [
    {
      question: "In which format shall I write the report?",
      header: "Format",
      multiSelect: false,
      options: [
        { label: "Markdown", description: "For the repository" },
        { label: "HTML", description: "To be opened in a browser" },
      ],
    },
  ];
  return {
    "Clean up.": {
      steps: cleaning.flatMap((command, at) => [
        says.tool(`clean-${at}`, "Bash", { command }),
        { ask: { tool_name: "Bash", input: { command }, tool_use_id: `clean-${at}` } },
        says.result(`clean-${at}`, "ok"),
      ]),
    },
    "Rename it.": { steps: [says.text("The module is called `lines` now. Nothing else had to change.")] },
    "The parser is slow on long lines. Find out why, and mend it.": {
      steps: [
        says.thinking("I should look at the loop first, and at who calls it."),
        says.text("I look at the parser and at its callers first."),
        says.tool("todo1", "TodoWrite", todos("in_progress", "pending", "pending")),
        says.result("todo1", "ok"),
        says.tool("read", "Read", { file_path: file }),
        says.result("read", slow),
        says.tool("sub", "Task", {
          description: "Who calls parse()",
          prompt: "Find all callers.",
          subagent_type: "explorer",
        }),
        says.tool("sub-grep", "Grep", { pattern: "parse\\(", path: "src" }, "sub"),
        says.result("sub-grep", "src/parse.ts:1", {}, "sub"),
        says.tool("sub-read", "Read", { file_path: file }, "sub"),
        says.result("sub-read", slow, {}, "sub"),
        says.result("sub", [{ type: "text", text: "Only **one** caller: the command line." }]),
        says.text("Each line copies all that follows it: that is quadratic. `split` reads the text once."),
        says.tool("edit", "Edit", {
          file_path: file,
          old_string: slow.split("\n").slice(1, 9).join("\n"),
          new_string: '  return text.split("\\n");',
        }),
        says.result("edit", "The file was updated."),
        says.tool("test", "Bash", { command: "npm test", description: "Run the tests" }),
        { restMs: 1100 },
        says.result(
          "test",
          "\u001b[32m✔\u001b[0m reads lines (3 ms)\n\u001b[32m✔\u001b[0m reads 10 MB (41 ms)\n\n2 passed",
        ),
        says.tool("todo2", "TodoWrite", todos("completed", "completed", "completed")),
        says.result("todo2", "ok"),
        says.text(
          'The parser reads a text **once** now:\n\n```ts\nexport function parse(text: string): string[] {\n  return text.split("\\n");\n}\n```\n\n| input | before | now |\n| --- | --- | --- |\n| 1 MB | 2.1 s | 4 ms |\n| 10 MB | 214 s | 41 ms |\n\nAll tests pass.',
        ),
      ],
    },
    "Publish it.": {
      steps: [
        says.text("The version is new and the tests pass. I publish it now."),
        says.tool("publish", "Bash", publish),
        { ask: { tool_name: "Bash", input: publish, tool_use_id: "publish" } },
      ],
    },
    "Write the report.": {
      steps: [
        says.text("One thing I have to know first."),
        says.tool("question", "AskUserQuestion", { questions }),
        { ask: { tool_name: "AskUserQuestion", input: { questions }, tool_use_id: "question" } },
      ],
    },
    "Look for slow tests.": {
      steps: [
        says.text("I run all tests three times."),
        says.tool("slow", "Bash", { command: "npm test" }),
        { restMs: 600_000 },
      ],
    },
  };
}
