import { join } from "node:path";
import { insertSession } from "../../src/daemon/store/sessions-table.ts";
import { Store } from "../../src/daemon/store/store.ts";
import { together } from "../../src/daemon/store/work.ts";
import { twinExecutable } from "../../src/twin/twin-executable.ts";
import type { Figures } from "../figures.ts";
import { median, rounded } from "../median.ts";
import { descendants, residentMb } from "./process-cost.ts";
import { RunningDaemon } from "./running-daemon.ts";

/** Sessions that have an agent each, twins, all alive at once; each has answered a prompt, and then another one. */
export async function liveSessions(count: number): Promise<Figures> {
  const { command, args } = twinExecutable({ steps: [{ text: "ok" }] });
  await using daemon = await RunningDaemon.start({ agents: { twin: { command, args, version: "2.1.325" } } });
  const begun = performance.now();
  const ids = await daemon.sessions(count, "twin", "hello");
  const startedMs = performance.now() - begun;
  await Promise.all(
    ids.map((sessionId) => daemon.client.conversation.sendPrompt({ sessionId, prompt: { text: "again" } })),
  );
  for (const id of ids) await daemon.turns(id, 2);
  const { sessions } = await daemon.client.sessions.listSessions({ pageSize: 1000 });
  const agents = descendants(daemon.holderPid);
  return {
    live_sessions: sessions.filter(({ live }) => live).length,
    live_sessions_start_ms: rounded(startedMs, 0),
    live_sessions_daemon_mb: rounded(residentMb(daemon.pid), 0),
    live_sessions_holder_mb: rounded(residentMb(daemon.holderPid), 0),
    live_sessions_agents_mb: rounded(
      agents.reduce((sum, pid) => sum + residentMb(pid), 0),
      0,
    ),
  };
}

/** Stored sessions through the API: a page of a hundred, all pages of a hundred, and all in pages of a thousand. */
export async function listSessions(count: number, rounds: number): Promise<Figures> {
  await using daemon = await RunningDaemon.start({ prepare: (home) => storeSessions(home, count) });
  const [page, all, large] = [[] as number[], [] as number[], [] as number[]];
  for (let round = 0; round <= rounds; round++) {
    const times = [await list(daemon, 100, 1), await list(daemon, 100), await list(daemon, 1000)] as const;
    if (round === 0) continue;
    page.push(times[0].ms);
    all.push(times[1].ms);
    large.push(times[2].ms);
    if (times[1].found !== count || times[2].found !== count)
      throw new Error(`${times[1].found} and ${times[2].found} of ${count} sessions were listed`);
  }
  return {
    list_10k_ms: rounded(median(page), 1),
    list_10k_all_ms: rounded(median(all), 0),
    list_10k_all_by_1000_ms: rounded(median(large), 0),
    list_sessions: count,
  };
}

async function list(daemon: RunningDaemon, pageSize: number, pages = Number.POSITIVE_INFINITY) {
  const begun = performance.now();
  let found = 0;
  let pageToken = "";
  for (let page = 0; page < pages; page++) {
    const answer = await daemon.client.sessions.listSessions({ pageSize, pageToken });
    found += answer.sessions.length;
    pageToken = answer.nextPageToken;
    if (pageToken === "") break;
  }
  return { ms: performance.now() - begun, found };
}

async function storeSessions(home: string, count: number): Promise<void> {
  await using store = new Store(join(home, "state", "bridle.db"));
  const sessions = Array.from({ length: count }, (_, at) =>
    insertSession({
      id: crypto.randomUUID(),
      title: `What somebody asked in session ${at}`,
      cwd: `/home/someone/project${at % 50}`,
      agent: "claude",
      state: "idle",
      options: "{}",
      model: "some-model",
      createdMs: 1_763_000_000_000 + at,
      updatedMs: 1_763_000_000_000 + 7 * at,
    }),
  );
  await store.write(together(...sessions));
}
