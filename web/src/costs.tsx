/** Bytes and multiply-accumulates of each op and of each cluster. */

import { useMemo, useState } from "preact/hooks";
import { hueStyle } from "./colours";
import { counted, intensity, placeText } from "./data";
import type { Model } from "./model";
import { useReport } from "./state";
import { type Column, Table } from "./table";

export interface Cost {
  name: string;
  kind: string;
  cluster: string;
  shape: string;
  where: string;
  read: number;
  written: number;
  macs: number;
  intensity: number;
  op: number;
  clusterNumber: number;
}

export function costsOf(model: Model, clusters: boolean): Cost[] {
  const { report } = model;
  if (clusters) {
    return report.clusters.map((cluster, index) => ({
      name: `${cluster.kind} ${index + 1}`,
      kind: cluster.kind,
      cluster: cluster.kind,
      shape: `${counted(cluster.ops.length, "op")}, ${counted(cluster.saved, "byte")} no longer written`,
      where: placeText(report.ops[cluster.ops[0] ?? -1]?.place ?? null),
      read: cluster.read,
      written: cluster.written,
      macs: cluster.macs,
      intensity: intensity(cluster),
      op: cluster.ops[0] ?? -1,
      clusterNumber: index,
    }));
  }
  return report.ops.map((op, index) => ({
    name: op.name,
    kind: op.kind,
    cluster: report.clusters[op.cluster]?.kind ?? "",
    shape: op.types.join(", "),
    where: placeText(op.place),
    read: op.read,
    written: op.written,
    macs: op.macs,
    intensity: intensity(op),
    op: index,
    clusterNumber: -1,
  }));
}

const COLUMNS: Column<Cost>[] = [
  { title: "Name", width: "minmax(9rem, 1fr)", value: (cost) => cost.name },
  { title: "Op", width: "9rem", value: (cost) => cost.kind },
  {
    title: "Cluster",
    width: "8rem",
    value: (cost) => cost.cluster,
    show: (cost) => (cost.cluster ? <b class="chip" style={hueStyle(cost.cluster)}>{cost.cluster}</b> : ""),
  },
  { title: "Result", width: "minmax(10rem, 1.2fr)", value: (cost) => cost.shape },
  { title: "Bytes read", width: "8rem", number: true, value: (cost) => cost.read },
  { title: "Bytes written", width: "8rem", number: true, value: (cost) => cost.written },
  { title: "MACs", width: "9rem", number: true, value: (cost) => cost.macs },
  { title: "Op/byte", width: "6rem", number: true, value: (cost) => Math.round(cost.intensity * 100) / 100 },
  { title: "Where", width: "minmax(9rem, 1fr)", value: (cost) => cost.where },
];

export function Costs() {
  const state = useReport();
  const { model, query } = state;
  const [clusters, setClusters] = useState(false);
  const all = useMemo(() => costsOf(model, clusters), [model, clusters]);
  const shown = useMemo(() => {
    const wanted = query.toLowerCase();
    const text = (cost: Cost) => `${cost.name} ${cost.kind} ${cost.cluster} ${cost.where}`.toLowerCase();
    return wanted ? all.filter((cost) => text(cost).includes(wanted)) : all;
  }, [all, query]);
  const open = (cost: Cost) => {
    if (cost.clusterNumber >= 0) state.selectCluster(cost.clusterNumber, "costs");
    else state.selectOp(cost.op, "costs");
    state.show("code");
  };
  return (
    <div class="view">
      <div class="filters" role="radiogroup" aria-label="Costs of">
        <label>
          <input type="radio" name="costs" checked={!clusters} onChange={() => setClusters(false)} /> ops (
          {model.report.ops.length.toLocaleString("en")})
        </label>
        <label>
          <input type="radio" name="costs" checked={clusters} onChange={() => setClusters(true)} /> clusters (
          {model.report.clusters.length.toLocaleString("en")})
        </label>
        <output>{shown.length.toLocaleString("en")} shown</output>
      </div>
      <Table
        label={clusters ? "Costs by cluster" : "Costs by op"}
        items={shown}
        columns={COLUMNS}
        sort={6}
        onOpen={open}
        onHover={(cost) => state.hover(cost ? model.linksOfOp(cost.op) : null)}
      />
    </div>
  );
}
