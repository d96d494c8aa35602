import assert from "node:assert/strict";
import { test } from "node:test";
import { Metrics } from "./metrics.ts";
import { counters, gauges, histograms, tallies } from "./metrics-table.ts";

test("D11 every figure of the table is there from the start, in Prometheus' form", async () => {
  const text = await new Metrics().text();
  for (const [name, help] of [counters, tallies, gauges, histograms].flatMap((table) => Object.values(table)))
    assert.ok(text.includes(`# HELP ${name} ${help}\n# TYPE ${name} `), name);
  assert.match(text, /^process_resident_memory_bytes \d{7,}$/m);
  assert.match(text, /^process_cpu_seconds_total \d+\.\d+$/m);
});

test("D11 what was counted is what is told, however often it is asked", async () => {
  const metrics = new Metrics();
  metrics.count.linesIn += 3;
  metrics.tally.eventsStored.add("text_delta", 5);
  metrics.tally.calls.add(["SendPrompt", "ok"]);
  metrics.tally.calls.add(["SendPrompt", "ok"]);
  metrics.watch.liveAgents = () => 4;
  metrics.sessionStates = () => ({ idle: 2 });
  metrics.time("commitSeconds", 0.003);
  metrics.time("decisionSeconds", 20, "client");
  await metrics.text();
  metrics.count.linesIn += 1;
  metrics.sessionStates = () => ({ running: 1 });
  const lines = (await metrics.text()).split("\n");
  for (const line of [
    "bridle_agent_lines_total 4",
    'bridle_events_stored_total{kind="text_delta"} 5',
    'bridle_api_calls_total{method="SendPrompt",code="ok"} 2',
    "bridle_live_agents 4",
    'bridle_sessions{state="running"} 1',
    'bridle_store_commit_seconds_bucket{le="0.0025"} 0',
    'bridle_store_commit_seconds_bucket{le="0.005"} 1',
    "bridle_store_commit_seconds_count 1",
    'bridle_ask_decision_seconds_bucket{le="60",by="client"} 1',
  ])
    assert.ok(lines.includes(line), line);
  assert.ok(!lines.some((line) => line.startsWith('bridle_sessions{state="idle"}')), "a state nobody is in is gone");
});

test("D11 two daemons in one process have figures of their own", async () => {
  const [one, other] = [new Metrics(), new Metrics()];
  one.count.agentStarts += 1;
  assert.match(await one.text(), /^bridle_agent_starts_total 1$/m);
  assert.match(await other.text(), /^bridle_agent_starts_total 0$/m);
});
