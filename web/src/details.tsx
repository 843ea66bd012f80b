/** What is known of the chosen op or cluster. */

import { hueStyle } from "./colours";
import { counted, intensity, placeText, short, WHAT } from "./data";
import { useReport } from "./state";

export function Details() {
  const state = useReport();
  const { model, selection } = state;
  const op = model.report.ops[selection?.op ?? -1];
  if (!selection || !op) return null;
  const number = selection.op;
  const cluster = model.report.clusters[selection.cluster >= 0 ? selection.cluster : op.cluster];
  const whole = selection.cluster >= 0 && cluster;
  const ops = whole ? cluster.ops : [number];
  const problems = [...new Set(ops.flatMap((one) => model.problemsOfOp.get(one) ?? []))];
  const remarks = [...new Set(ops.flatMap((one) => model.remarksOfOp.get(one) ?? []))];
  const costs = whole ? cluster : op;
  return (
    <aside class="details" aria-label="Details">
      <header>
        <h2>{whole ? cluster.kind : op.name}</h2>
        <button aria-label="Close details" onClick={state.clear}>
          ✕
        </button>
      </header>
      {problems.map((problem) => (
        <div class={`problem ${problem.severity}`}>
          <b>{problem.code}</b> {problem.cause}
          {problem.help && <p>What to do: {problem.help}</p>}
        </div>
      ))}
      <dl>
        {!whole && <Row name="op" value={op.kind} />}
        {!whole && <Row name="result" value={op.types.join(", ")} />}
        {cluster && (
          <>
            <dt>cluster</dt>
            <dd>
              <b class="chip" style={hueStyle(cluster.kind)}>
                {cluster.kind}
              </b>{" "}
              {counted(cluster.ops.length, "op")}
            </dd>
          </>
        )}
        <Row name="where" value={placeText(op.place)} />
        <Row name="scope" value={op.scope.join("/")} />
        <Row name="bytes read" value={count(costs.read)} />
        <Row name="bytes written" value={count(costs.written)} />
        <Row name="MACs" value={count(costs.macs)} />
        {whole && <Row name="no longer written" value={counted(cluster.saved, "byte")} />}
        {costs.macs > 0 && <Row name="op/byte" value={intensity(costs).toPrecision(3)} />}
      </dl>
      {whole ? (
        <Neighbours title="Members" ops={cluster.ops} />
      ) : (
        <>
          <Neighbours title="Reads" ops={op.inputs} />
          <Neighbours title="Read by" ops={model.users[number] ?? []} />
        </>
      )}
      {remarks.length > 0 && <h3>Remarks</h3>}
      {remarks.map((remark) => (
        <p class={`remark ${remark.kind.toLowerCase()}`}>
          <b>
            {remark.rule} {WHAT[remark.kind]}
          </b>
          : {remark.message}
          {remark.blocker && ` (blocked by ${placeText(remark.blocker)})`}
        </p>
      ))}
    </aside>
  );
}

function count(value: number): string {
  return value < 1000 ? String(value) : `${value.toLocaleString("en")} (${short(value)})`;
}

function Row({ name, value }: { name: string; value: string }) {
  return value ? (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  ) : null;
}

const MANY = 12;

function Neighbours({ title, ops }: { title: string; ops: readonly number[] }) {
  const state = useReport();
  if (!ops.length) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {ops.slice(0, MANY).map((op) => (
          <li>
            <button class="link" onClick={() => state.selectOp(op, "details")}>
              {state.model.report.ops[op]!.name}
            </button>
          </li>
        ))}
        {ops.length > MANY && <li>and {ops.length - MANY} more</li>}
      </ul>
    </>
  );
}
