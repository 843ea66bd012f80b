/** Where ops, clusters and the program stand under the target's roof, as shares of its peak. */

import { useMemo } from "preact/hooks";
import { hueStyle } from "./colours";
import { intensity, short } from "./data";
import type { Model } from "./model";
import { useReport } from "./state";

interface Point {
  label: string;
  kind: string;
  intensity: number;
  macs: number;
  count: number;
  op: number;
  cluster: number;
}

/** Everything that multiplies, equal points as one, clusters after ops; members of a cluster are the cluster's. */
export function pointsOf(model: Model): Point[] {
  const { ops, clusters } = model.report;
  const found = new Map<string, Point>();
  const put = (label: string, kind: string, value: number, macs: number, op: number, cluster: number) => {
    if (!macs || !value) return;
    const key = `${kind} ${value} ${macs}`;
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { label, kind, intensity: value, macs, count: 1, op, cluster });
  };
  clusters.forEach((cluster, index) =>
    put(`${cluster.kind} ${index + 1}`, cluster.kind, intensity(cluster), cluster.macs, cluster.ops[0] ?? -1, index),
  );
  ops.forEach((op, index) => {
    if (op.cluster < 0) put(op.name, "", intensity(op), op.macs, index, -1);
  });
  return [...found.values()].sort((a, b) => Number(a.cluster >= 0) - Number(b.cluster >= 0) || b.macs - a.macs);
}

const WIDTH = 900;
const HEIGHT = 460;
const EDGE = { left: 70, right: 30, top: 20, bottom: 50 };

export function Roofline() {
  const state = useReport();
  const { report } = state.model;
  const points = useMemo(() => pointsOf(state.model), [state.model]);
  const target = report.targets.find((one) => one.name === state.target) ?? report.targets[0]!;
  const program = report.metrics?.intensity ?? 0;
  const values = [...points.map((point) => point.intensity), program, target.ridge].filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...values, 0.1)));
  const high = Math.ceil(Math.log10(Math.max(...values, 4 * target.ridge)));
  const bottom = Math.floor(Math.log10(Math.min(1, 10 ** low / target.ridge)));
  const x = (value: number) =>
    EDGE.left + ((Math.log10(value) - low) / (high - low)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (share: number) => EDGE.top + (Math.log10(share) / bottom) * (HEIGHT - EDGE.top - EDGE.bottom);
  const roof = (value: number) => Math.min(1, value / target.ridge);
  const most = Math.max(...points.map((point) => point.macs), 1);
  const radius = (point: Point) => (3 + 9 * Math.sqrt(point.macs / most)) * (point.cluster >= 0 ? 0.7 : 1);
  const open = (point: Point) => {
    if (point.cluster >= 0) state.selectCluster(point.cluster, "roofline");
    else state.selectOp(point.op, "roofline");
  };
  return (
    <div class="view roofline">
      <div class="filters" role="radiogroup" aria-label="Target">
        {report.targets.map((one) => (
          <label>
            <input
              type="radio"
              name="target"
              checked={one.name === target.name}
              onChange={() => state.setTarget(one.name)}
            />{" "}
            {one.name} (ridge {one.ridge} op/byte{report.metrics ? `; this program: ${one.bound}` : ""})
          </label>
        ))}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={`Roofline of ${target.name}`}>
        <rect class="memory" x={x(10 ** low)} y={EDGE.top} width={x(target.ridge) - x(10 ** low)} height={HEIGHT - EDGE.top - EDGE.bottom} />
        {range(low, high).map((power) => (
          <g class="grid">
            <line x1={x(10 ** power)} x2={x(10 ** power)} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
            <text x={x(10 ** power)} y={HEIGHT - EDGE.bottom + 18} text-anchor="middle">
              {(10 ** power).toLocaleString("en")}
            </text>
          </g>
        ))}
        {range(bottom, 0).map((power) => (
          <g class="grid">
            <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(10 ** power)} y2={y(10 ** power)} />
            <text x={EDGE.left - 8} y={y(10 ** power) + 4} text-anchor="end">
              {Number((100 * 10 ** power).toPrecision(3))}%
            </text>
          </g>
        ))}
        <text class="axis" x={(WIDTH + EDGE.left) / 2} y={HEIGHT - 8} text-anchor="middle">
          operations per byte (2·MACs / bytes)
        </text>
        <text class="axis" transform={`translate(16 ${HEIGHT / 2}) rotate(-90)`} text-anchor="middle">
          attainable share of peak
        </text>
        <path
          class="roof"
          d={`M${x(10 ** low)},${y(roof(10 ** low))} L${x(target.ridge)},${y(1)} L${x(10 ** high)},${y(1)}`}
        />
        <text class="axis" x={x(target.ridge) - 8} y={HEIGHT - EDGE.bottom - 10} text-anchor="end">
          memory-bound
        </text>
        <text class="axis" x={x(target.ridge) + 8} y={HEIGHT - EDGE.bottom - 10}>
          compute-bound
        </text>
        {points.map((point) => (
          <circle
            class={point.kind ? "point clustered" : "point"}
            style={point.kind ? hueStyle(point.kind) : {}}
            cx={x(point.intensity)}
            cy={y(roof(point.intensity))}
            r={radius(point)}
            tabindex={0}
            role="button"
            aria-label={pointText(point)}
            onClick={() => open(point)}
            onKeyDown={(event) => event.key === "Enter" && open(point)}
          >
            <title>{pointText(point)}</title>
          </circle>
        ))}
        {program > 0 && (
          <g class="program" transform={`translate(${x(program)} ${y(roof(program))})`}>
            <path d="M0,-9 L9,0 L0,9 L-9,0 Z" />
            <text x={Math.min(12, WIDTH - EDGE.right - 205 - x(program))} y={24}>
              whole program: {program.toPrecision(3)} op/byte
            </text>
          </g>
        )}
      </svg>
      <p class="hint">
        A point's size is its share of the MACs. The ridge is the middle of the bracket in which the vendor's logs change
        from memory-bound to compute-bound. {points.length === 0 ? "Nothing in this program multiplies." : ""}
      </p>
    </div>
  );
}

function pointText(point: Point): string {
  const times = point.count > 1 ? ` (and ${point.count - 1} more like it)` : "";
  return `${point.label}${times}: ${point.intensity.toPrecision(3)} op/byte, ${short(point.macs)} MACs`;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
