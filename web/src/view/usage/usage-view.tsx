import { useState } from "preact/hooks";
import type { GetUsageResponse, UsageSums } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { type Grouping, lastDays, type Measure, measured, usageChart } from "../../model/usage.ts";
import { useApp } from "../app-context.ts";
import { Chart } from "../chart/chart.tsx";
import { Empty } from "../frame/empty.tsx";
import { View } from "../frame/view.tsx";
import { type Answer, useAnswer } from "../use-answer.ts";
import { BudgetTable } from "./budget-table.tsx";
import { measureWords, shownAs } from "./measures.ts";
import { SessionTable } from "./session-table.tsx";
import { UsageTable } from "./usage-table.tsx";
import "../../style/figures.css";

/** What sessions used: by day and by folder or model. */
export function UsageView() {
  const { client } = useApp();
  const [range, setRange] = useState(30);
  const days = lastDays(range, new Date());
  const answer = useAnswer(() => {
    const [first = ""] = days;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return client.daemon.getUsage({ sinceMs: BigInt(new Date(`${first}T00:00`).getTime()), timeZone });
  }, [range]);
  const ranges = (
    <select
      class="short-select"
      aria-label="Period"
      value={String(range)}
      onChange={({ currentTarget }) => setRange(Number(currentTarget.value))}
    >
      <option value="7">7 days</option>
      <option value="30">30 days</option>
      <option value="90">90 days</option>
      <option value="365">1 year</option>
    </select>
  );
  return (
    <View title="Usage" about="As reported by agents; deleted sessions are not counted" actions={ranges}>
      <BudgetTable />
      <Report answer={answer} days={days} />
    </View>
  );
}

function Report({ answer, days }: { readonly answer: Answer<GetUsageResponse>; readonly days: readonly string[] }) {
  if (answer.at === "loading") return <p class="unseen">Loading …</p>;
  if (answer.at === "failed") return <Empty icon="pulse" title={`Usage could not be read: ${answer.why}`} />;
  const { value } = answer;
  if (value.days.length === 0)
    return (
      <Empty icon="chart" title="No usage in this period">
        <p class="quiet">Tokens and cost appear here after the first turn of a session.</p>
      </Empty>
    );
  return (
    <>
      <Totals sums={value.days.flatMap(({ sums }) => sums ?? [])} />
      <ByDay value={value} days={days} />
      <h2>Most expensive sessions</h2>
      <SessionTable sessions={value.sessions} />
    </>
  );
}

function Totals({ sums }: { readonly sums: readonly UsageSums[] }) {
  return (
    <dl class="totals">
      {(["cost", "turns", "output", "input"] as const).map((measure) => (
        <div key={measure}>
          <dt class="label">{measureWords[measure]}</dt>
          <dd>{shownAs(measure)(sums.reduce((total, one) => total + measured(one, measure), 0))}</dd>
        </div>
      ))}
    </dl>
  );
}

function ByDay({ value, days }: { readonly value: GetUsageResponse; readonly days: readonly string[] }) {
  const [by, setBy] = useState<Grouping>("folder");
  const [measure, setMeasure] = useState<Measure>("cost");
  const chart = usageChart(value.days, { days, by, measure });
  const format = shownAs(measure);
  const series = chart.groups.map(({ name, values }) => ({ name, values }));
  return (
    <section class="by-day" aria-label="Day by day">
      <div class="chart-choices">
        <select
          aria-label="Measure"
          value={measure}
          onChange={({ currentTarget }) => setMeasure(currentTarget.value as Measure)}
        >
          {Object.entries(measureWords).map(([one, word]) => (
            <option key={one} value={one}>
              {word}
            </option>
          ))}
        </select>
        <select aria-label="By" value={by} onChange={({ currentTarget }) => setBy(currentTarget.value as Grouping)}>
          <option value="folder">by project</option>
          <option value="model">by model</option>
        </select>
      </div>
      <Chart
        key={`${by} ${measure} ${days.length} ${value.days.length}`}
        kind="bars"
        label={`${measureWords[measure]} by day, ${format(chart.total)} in total; the table below has the sums`}
        labels={days.map((day) => day.slice(5))}
        series={series}
        format={format}
      />
      <UsageTable chart={chart} by={by} format={format} measure={measureWords[measure]} />
    </section>
  );
}
