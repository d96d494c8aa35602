import { toJson } from "@bufbuild/protobuf";
import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import { type WorktreeStatus, WorktreeStatusSchema } from "../../api/gen/bridle/v1/workspace_service_pb.js";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { shortId } from "../event-note.ts";
import { withClient } from "../find-daemon.ts";
import { ago, printJson, table } from "../output.ts";
import { allOptions } from "../read-argument.ts";

const examples = `
Examples:
  bridle run --worktree fix-parser "…"      a session in a git worktree of its own, on the branch bridle/fix-parser
  bridle worktrees                          those that are there, and what would be lost with each
  bridle worktrees remove fix-parser        with its branch, if nothing is lost by it

A worktree is never removed with work in it: changes, new files, stashes, commits that no other branch has. Commit, merge or
throw them away yourself first, in its folder.`;

/** `bridle worktrees`: the git worktrees of sessions. */
export const worktrees: CliCommand = {
  register: (program) => {
    const command = withDaemonOptions(program.command("worktrees").alias("worktree"))
      .description("list the git worktrees of sessions; remove one that has no work in it")
      .addHelpText("after", examples)
      .action((options: ClientOptions) => withClient(options, (client) => list(client, options)));
    withDaemonOptions(command.command("remove"))
      .description("remove one, and its branch")
      .argument("<worktree>", "its name, or the beginning of its id")
      .action((named: string, _: object, sub: Command) => {
        const options = allOptions<ClientOptions>(sub);
        return withClient(options, async (client) => {
          const { worktree } = await find(client, named);
          await client.workspace.removeWorktree({ worktreeId: worktree?.id ?? "" });
          if (options.json) printJson({ id: worktree?.id, removed: true });
          else process.stdout.write(`${worktree?.path} and its branch ${worktree?.branch} are removed\n`);
        });
      });
  },
};

async function list(client: BridleClient, options: ClientOptions): Promise<void> {
  const { worktrees: all } = await client.workspace.listWorktrees({});
  if (options.json) for (const one of all) printJson(toJson(WorktreeStatusSchema, one, { alwaysEmitImplicit: true }));
  else if (all.length === 0) process.stderr.write('there are no worktrees; make one: bridle run --worktree "…"\n');
  else process.stdout.write(`${table([["name", "session", "made", "keeps", "folder"], ...all.map(row)])}\n`);
}

function row({ worktree, sessionId, createdMs, keeps }: WorktreeStatus): string[] {
  return [
    worktree?.name ?? "",
    sessionId === "" ? "none" : shortId(sessionId),
    ago(Number(createdMs)),
    keeps.length === 0 ? "nothing" : keeps.join("; "),
    worktree?.path ?? "",
  ];
}

async function find(client: BridleClient, named: string): Promise<WorktreeStatus> {
  const { worktrees: all } = await client.workspace.listWorktrees({});
  const found = all.filter(({ worktree }) => worktree?.name === named || worktree?.id.startsWith(named));
  const [one] = found;
  if (one !== undefined && found.length === 1) return one;
  const message =
    one === undefined
      ? `there is no worktree ${named}; \`bridle worktrees\` lists them`
      : `${named} is the name of several; use the id: ${found.map(({ worktree }) => `${worktree?.id} (${worktree?.source})`).join(", ")}`;
  throw new BridleError("not_found", message, { what: "worktree", id: named });
}
