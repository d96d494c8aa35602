import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import Histogram from "prom-client/lib/histogram.js";
import Registry from "prom-client/lib/registry.js";
import { counters, gauges, histograms, tallies } from "./metrics-table.ts";
import { Tally } from "./tally.ts";

/** The figures of one daemon. Adding to one costs no more than adding; Prometheus' form is made when somebody asks. */
export class Metrics {
  /** `metrics.count.linesIn += 3`. */
  readonly count = mapRows(counters, () => 0);
  /** `metrics.tally.turns.add(["success"])`. */
  readonly tally = mapRows(tallies, () => new Tally());
  /** `metrics.watch.liveAgents = () => agents.size`: read when somebody asks. */
  readonly watch = mapRows(gauges, () => (): number => 0);
  /** How many sessions are in each state. */
  sessionStates: () => { readonly [state: string]: number } = () => ({});
  readonly #times: { readonly [K in keyof typeof histograms]: Histogram<string> };
  readonly #registry = new Registry();

  constructor() {
    const registers = [this.#registry];
    this.#times = mapRows(histograms, ([name, help, labelNames, buckets]) => {
      return new Histogram({ name, help, labelNames, buckets: [...buckets], registers });
    });
    for (const key of keysOf(counters)) this.#counter(counters[key], () => [[{}, this.count[key]]]);
    for (const key of keysOf(tallies)) this.#counter(tallies[key], () => this.tally[key].labelled(tallies[key][2]));
    for (const key of keysOf(gauges)) this.#gauge(gauges[key], () => [[{}, this.watch[key]()]]);
    this.#gauge(["bridle_sessions", "Sessions by state", ["state"]], () =>
      Object.entries(this.sessionStates()).map(([state, count]) => [{ state }, count]),
    );
    this.#gauge(["process_resident_memory_bytes", "Memory of the daemon"], () => [[{}, process.memoryUsage.rss()]]);
    this.#counter(["process_cpu_seconds_total", "CPU time of the daemon"], () => {
      const { user, system } = process.cpuUsage();
      return [[{}, (user + system) / 1e6]];
    });
  }

  /** `labels` in the order of the table. */
  time(what: keyof typeof histograms, seconds: number, ...labels: string[]): void {
    const names: readonly string[] = histograms[what][2];
    this.#times[what].observe(Object.fromEntries(names.map((name, at) => [name, labels[at] ?? ""])), seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** What `/metrics` answers. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #counter([name, help, labelNames = []]: Row, samples: () => Samples): void {
    const collect = function (this: Counter<string>): void {
      this.reset();
      for (const [labels, value] of samples()) this.inc(labels, value);
    };
    new Counter({ name, help, labelNames, registers: [this.#registry], collect });
  }

  #gauge([name, help, labelNames = []]: Row, samples: () => Samples): void {
    const collect = function (this: Gauge<string>): void {
      this.reset();
      for (const [labels, value] of samples()) this.set(labels, value);
    };
    new Gauge({ name, help, labelNames, registers: [this.#registry], collect });
  }
}

type Row = readonly [name: string, help: string, labels?: readonly string[]];
type Samples = readonly (readonly [{ readonly [label: string]: string }, number])[];

type Mapped<T, V> = { -readonly [K in keyof T]: V };

function keysOf<T extends object>(table: T): (keyof T)[] {
  return Object.keys(table) as (keyof T)[];
}

function mapRows<T extends object, V>(table: T, make: (row: T[keyof T]) => V): Mapped<T, V> {
  return Object.fromEntries(keysOf(table).map((key) => [key, make(table[key])])) as Mapped<T, V>;
}
