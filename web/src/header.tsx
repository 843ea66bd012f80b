/** What the report is about, and what stood in the way. */

import { hueStyle } from "./colours";
import { counted, placeText, type Problem, short } from "./data";
import { useReport } from "./state";

export function Header() {
  const { model, target } = useReport();
  const { report } = model;
  const { metrics } = report;
  const kinds = new Map<string, number>();
  for (const { kind } of report.clusters) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const bound = report.targets.find((one) => one.name === target)?.bound;
  const options = Object.entries(report.options).map(([name, value]) => `${name}=${value}`);
  return (
    <header class="top">
      <h1 title={report.source}>{report.source.split("/").at(-1)}</h1>
      <b class={`status ${report.status}`}>{report.status}</b>
      <span>{counted(report.ops.length, "op")}</span>
      {[...kinds].map(([kind, count]) => (
        <b class="chip" style={hueStyle(kind)}>
          {kind} × {count}
        </b>
      ))}
      {metrics && (
        <>
          <span title={`${metrics.macs.toLocaleString("en")} multiply-accumulates`}>{short(metrics.macs)} MACs</span>
          <span title={`${metrics.traffic.toLocaleString("en")} bytes`}>{short(metrics.traffic)}B traffic</span>
          <span>{metrics.intensity.toPrecision(3)} op/byte</span>
          <span>
            {target}: {bound}
          </span>
        </>
      )}
      <small>
        {report.dialect}; {options.join(", ")}; {report.generator}
      </small>
    </header>
  );
}

const ORDER = { error: 0, warning: 1, note: 2 };

export function Problems() {
  const state = useReport();
  const problems = [...state.model.report.problems].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  if (!problems.length) return null;
  const refused = state.model.report.status === "refused";
  const open = (problem: Problem) => {
    state.select(problem.links, problem.ops[0] ?? -1, "problems");
    state.show("code");
  };
  return (
    <details class={refused ? "problems error" : "problems warning"} open={refused}>
      <summary>
        {refused ? "This program cannot be printed" : "The target's compiler is known to reject or change some of this"}:{" "}
        {counted(problems.length, "problem")}
      </summary>
      <ol>
        {problems.map((problem) => (
          <li class={problem.severity}>
            <button class="link" onClick={() => open(problem)}>
              <b>{problem.code}</b> {placeText(problem.place)}
            </button>{" "}
            {problem.cause}
            {problem.op && <code class="op">{problem.op}</code>}
            {problem.help && <span class="help"> What to do: {problem.help}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
