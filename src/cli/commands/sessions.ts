import { toJson } from "@bufbuild/protobuf";
import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import { AskSchema } from "../../api/gen/bridle/v1/ask_pb.js";
import { type Session, SessionSchema } from "../../api/gen/bridle/v1/session_pb.js";
import { AgentSessionSchema } from "../../api/gen/bridle/v1/session_service_pb.js";
import { fromAllDaemons } from "../all-daemons.ts";
import type { CliCommand } from "../command.ts";
import { confirm } from "../confirm.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { askLine, shortId, stateName } from "../event-note.ts";
import { withClient } from "../find-daemon.ts";
import { allSessions, findSession } from "../find-session.ts";
import { forkPointAt } from "../fork-point-at.ts";
import { ago, oneLine, printJson, table } from "../output.ts";
import { allOptions, folder, whole } from "../read-argument.ts";
import { type AtEnd, endOf, whatBecame, worktreeEnd } from "../run-worktree.ts";
import { shortWait, waitText } from "../wait-text.ts";

interface ListOptions extends ClientOptions {
  readonly all?: true;
  readonly archived?: true;
  readonly search?: string;
  readonly cwd?: string;
  readonly title?: string;
  readonly undo?: true;
  readonly at?: number;
  readonly yes?: true;
  readonly worktreeEnd?: AtEnd;
}

const examples = `
Examples:
  bridle sessions                           those that are not archived, the newest first
  bridle sessions --search "flaky test"     by their words
  bridle sessions --all                     of this machine and of all daemons that bridle context knows
  bridle sessions show 1a2b                 one; the beginning of an id will do
  bridle sessions rename 1a2b "Flaky test"
  bridle sessions archive 1a2b              off the list; --undo brings it back
  bridle sessions retry 1a2b                go on: after a login, or before a limit is over
  bridle sessions close 1a2b                ends its agent; a prompt starts it again
  bridle sessions close 1a2b --worktree-end remove     and its worktree goes, if no work is in it
  bridle sessions fork 1a2b                 another session with the same conversation
  bridle sessions fork 1a2b --at 57         up to the last answer that had come by event 57 (bridle attach 1a2b --json has the numbers)
  bridle sessions delete 1a2b               erases it
  bridle sessions claude                    conversations of Claude Code, for bridle run --resume
  bridle sessions --json | jq -r .id`;

/** `bridle sessions`: what there is, and what can be done with it. */
export const sessions: CliCommand = {
  register: (program) => {
    const command = withDaemonOptions(program.command("sessions").alias("session"))
      .description("list, search, show, rename, archive, delete, close or fork sessions")
      .option("--archived", "archived ones, too")
      .option("--all", "of all daemons: this machine's, and those that bridle context made known")
      .option("--search <words>", "only those with these words in the title or in what was said")
      .option("--cwd <folder>", "only those of this folder", folder)
      .addHelpText("after", examples)
      .action((options: ListOptions) =>
        options.all ? listEverywhere(options) : withClient(options, (client) => list(client, options)),
      );
    withDaemonOptions(command.command("claude"))
      .description("list conversations of Claude Code that can be resumed")
      .option("--all", "those that Bridle has, too")
      .option("--cwd <folder>", "only those of this folder", folder)
      .action((_: ListOptions, sub: Command) => {
        const options = allOptions<ListOptions>(sub);
        return withClient(options, (client) => listClaude(client, options));
      });
    for (const [name, { description, argument, act }] of Object.entries(actions)) {
      const sub = withDaemonOptions(command.command(name))
        .description(description)
        .argument("<session>", "its id, or its beginning");
      if (argument !== undefined) sub.argument(...argument);
      if (name === "fork")
        sub.option("--at <event>", "keep the conversation up to this event, as bridle attach numbers them", whole);
      if (name === "archive") sub.option("--undo", "bring it back");
      if (name === "delete") sub.option("--yes", "do not ask, on a terminal either");
      if (name === "delete" || name === "close") sub.addOption(worktreeEnd());
      sub.action((id: string, ...rest: [...unknown[], Command]) => {
        const options = allOptions<ListOptions>(rest.at(-1) as Command);
        return withClient(options, async (client) => {
          const session = await findSession(client, id);
          if (name === "delete" && !options.yes && !(await isMeant(session))) return;
          const more = argument === undefined ? undefined : (rest[0] as string | undefined);
          printDone(await act(client, session, { ...options, ...(more !== undefined && { title: more }) }), options);
        });
      });
    }
  },
};

interface Done {
  readonly said: string;
  readonly json: object;
}

interface Action {
  readonly description: string;
  readonly argument?: readonly [string, string];
  readonly act: (client: BridleClient, session: Session, options: ListOptions) => Promise<Done>;
}

const actions: { readonly [name: string]: Action } = {
  show: {
    description: "everything about one session",
    act: async (client, { id }) => {
      const { session, openAsks, queue } = await client.sessions.getSession({ sessionId: id });
      const asks = openAsks.map(askLine);
      const said =
        session === undefined
          ? []
          : [table(facts(session)), ...asks, ...(queue.length > 0 ? [`${queue.length} prompts wait`] : [])];
      return {
        said: said.join("\n"),
        json: { ...asJson(session), asks: openAsks.map((ask) => toJson(AskSchema, ask)) },
      };
    },
  },
  rename: {
    description: "give it another title",
    argument: ["<title>", "the new title"],
    act: async (client, { id }, { title = "" }) => {
      const { session } = await client.sessions.renameSession({ sessionId: id, title });
      return { said: `${shortId(id)} is now ${oneLine(title, 200)}`, json: asJson(session) };
    },
  },
  archive: {
    description: "take it off the list",
    act: async (client, { id }, { undo }) => {
      const { session } = await client.sessions.archiveSession({ sessionId: id, archived: undo !== true });
      return { said: `${shortId(id)} is ${undo ? "back on the list" : "archived"}`, json: asJson(session) };
    },
  },
  retry: {
    description: "go on with what a limit or a missing login held back",
    act: async (client, { id }) => {
      const { session } = await client.sessions.retrySession({ sessionId: id });
      const waits = session?.waits;
      return { said: waits === undefined ? `${shortId(id)} goes on` : waitText(waits), json: asJson(session) };
    },
  },
  close: {
    description: "end its agent and its queue",
    act: async (client, session, options) => {
      const { id } = session;
      const end = await endOf(session, options.worktreeEnd);
      const { session: closed, worktreeKeeps } = await client.sessions.closeSession({
        sessionId: id,
        worktreeEnd: end,
      });
      const said = [`${shortId(id)} is closed`, ...whatBecame(session, closed, worktreeKeeps)].join("; ");
      return { said, json: { ...asJson(closed), worktreeKeeps } };
    },
  },
  fork: {
    description: "begin another session with the same conversation",
    argument: ["[title]", "the title of the new one"],
    act: async (client, { id }, { title = "", at: event }) => {
      const at = event === undefined ? "" : await forkPointAt(client, id, event);
      const { session } = await client.sessions.forkSession({ sessionId: id, title, at });
      return { said: session?.id ?? "", json: asJson(session) };
    },
  },
  delete: {
    description: "erase it",
    act: async (client, session, options) => {
      const { id } = session;
      await client.sessions.deleteSession({ sessionId: id, worktreeEnd: await endOf(session, options.worktreeEnd) });
      return { said: `${shortId(id)} is erased`, json: { id, deleted: true } };
    },
  },
};

/** Asked on a terminal only: a script means what it says. */
function isMeant({ id, title }: Session): Promise<boolean> {
  return confirm(`erase ${shortId(id)} ${oneLine(title, 80)} for good?`, true);
}

function printDone({ said, json }: Done, options: ClientOptions): void {
  if (options.json) printJson(json);
  else process.stdout.write(`${said}\n`);
}

function asJson(session: Session | undefined): object {
  return session === undefined ? {} : (toJson(SessionSchema, session, { alwaysEmitImplicit: true }) as object);
}

interface Found {
  readonly session: Session;
  /** Where the words of a search were found. */
  readonly snippet?: string;
}

async function list(client: BridleClient, options: ListOptions): Promise<void> {
  const found = await findAll(client, options);
  if (options.json) for (const one of found) printJson(foundJson(one));
  else if (found.length === 0) process.stderr.write(nothing(options));
  else process.stdout.write(`${table([heads(options), ...found.map(cells)])}\n`);
}

/** Of all daemons, what changed last first. */
async function listEverywhere(options: ListOptions): Promise<void> {
  const answers = await fromAllDaemons(options.home, (client) => findAll(client, options));
  const found = answers.flatMap(({ context, value }) => value.map((one) => ({ context, one })));
  if (options.search === undefined)
    found.sort((one, other) => Number(other.one.session.updatedMs - one.one.session.updatedMs));
  if (options.json) for (const { context, one } of found) printJson({ context, ...foundJson(one) });
  else if (found.length === 0) process.stderr.write(nothing(options));
  else
    process.stdout.write(
      `${table([["context", ...heads(options)], ...found.map(({ context, one }) => [context, ...cells(one)])])}\n`,
    );
}

async function findAll(client: BridleClient, { search, archived, cwd = "" }: ListOptions): Promise<readonly Found[]> {
  const found: Found[] = [];
  if (search === undefined)
    for await (const session of allSessions(client, { includeArchived: archived === true, cwd }))
      found.push({ session });
  else
    for (const { session, snippet } of (await client.sessions.searchSessions({ query: search })).hits)
      if (session !== undefined) found.push({ session, snippet });
  return found;
}

function foundJson({ session, snippet }: Found): object {
  return { ...asJson(session), ...(snippet !== undefined && { snippet }) };
}

function nothing({ search }: ListOptions): string {
  return search === undefined ? 'there are no sessions; begin one: bridle run "…"\n' : "nothing was found\n";
}

function heads({ search }: ListOptions): readonly string[] {
  return search === undefined ? columns : [...columns, "found"];
}

function cells({ session, snippet }: Found): string[] {
  return [...row(session), ...(snippet === undefined ? [] : [oneLine(snippet, 120)])];
}

const columns: readonly string[] = ["id", "state", "agent", "changed", "folder", "title"];

function row(session: Session): string[] {
  const { id, state, agent, updatedMs, cwd, title, openAsks, archived } = session;
  const waits = (openAsks > 0 ? ` (${openAsks} open)` : "") + shortWait(session);
  return [
    shortId(id),
    `${stateName(state)}${waits}${archived ? " archived" : ""}`,
    agent,
    ago(Number(updatedMs)),
    cwd,
    oneLine(title, 80),
  ];
}

async function listClaude(client: BridleClient, options: ListOptions): Promise<void> {
  const { sessions: all } = await client.sessions.listAgentSessions({ cwd: options.cwd ?? "" });
  // Those that Bridle has are on its own list; our agent writes transcripts as Claude Code does.
  const found = options.all ? all : all.filter(({ sessionId }) => sessionId === "");
  if (options.json) for (const one of found) printJson(toJson(AgentSessionSchema, one, { alwaysEmitImplicit: true }));
  else if (found.length === 0) process.stderr.write("Claude Code has no conversations here\n");
  else
    process.stdout.write(
      `${table([["id", "changed", "folder", "title"], ...found.map((one) => [one.agentSessionId, ago(Number(one.updatedMs)), one.cwd, oneLine(one.title, 80)])])}\n`,
    );
}

function facts(session: Session): string[][] {
  const { id, title, agent, agentVersion, cwd, state, live, model, permissionMode, agentSessionId } = session;
  const tokens = `${session.inputTokens} in, ${session.outputTokens} out, $${session.costUsd.toFixed(4)}`;
  const at = `${stateName(state)}${live ? ", its agent runs" : ", no agent runs"}${session.degraded ? ", degraded" : ""}`;
  return [
    ["id", id],
    ["title", oneLine(title, 200)],
    ["state", at],
    ["agent", `${agent} ${agentVersion}`.trim()],
    ["folder", cwd],
    ...(session.worktree === undefined
      ? []
      : [["worktree", `branch ${session.worktree.branch}, of ${session.worktree.source}`]]),
    ["model", model || "the agent's default"],
    ["permissions", permissionMode || "default"],
    ["conversation", agentSessionId || "none yet"],
    ["events", `${session.firstSeq} to ${session.lastSeq}`],
    ["turns", String(session.turns)],
    ["tokens", tokens],
    ...(session.waits === undefined ? [] : [["waits", waitText(session.waits)]]),
    ...(session.stall === undefined ? [] : [["stalled", session.stall.evidence]]),
  ];
}
