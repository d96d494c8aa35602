import type { Grouping, UsageChart } from "../../model/usage.ts";

interface UsageTableProps {
  readonly chart: UsageChart;
  readonly by: Grouping;
  readonly measure: string;
  readonly format: (value: number) => string;
}

/** The sums of the chart, with its colours. */
export function UsageTable({ chart, by, measure, format }: UsageTableProps) {
  return (
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">{by === "folder" ? "Project" : "Model"}</th>
          <th scope="col" class="number">
            {measure}
          </th>
          <th scope="col" class="number">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {chart.groups.map(({ name, total }, index) => (
          <tr key={name}>
            <th scope="row">
              <span class="swatch" data-colour={index + 1} />
              {name}
            </th>
            <td class="number">{format(total)}</td>
            <td class="number">{chart.total === 0 ? "–" : `${Math.round((100 * total) / chart.total)} %`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
