/** The graph of clusters and ops: groups open and close; pan, zoom and search. */

import { select } from "d3-selection";
import { zoom, zoomIdentity, zoomTransform, type ZoomBehavior } from "d3-zoom";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { hueStyle } from "./colours";
import { counted, short } from "./data";
import { type Box, cut, layOut, link } from "./layout";
import type { Model } from "./model";
import { useReport } from "./state";
import { above, buildTree, type Leaf, openAtFirst, type Tree, type TreeNode, visible } from "./tree";

const AT_FIRST = 40;
/** Scale from which labels can be read. */
const LEGIBLE = 0.75;

/** Leaves whose name, kind or scope holds the query. */
export function findLeaves(tree: Tree, model: Model, query: string): Leaf[] {
  const wanted = query.toLowerCase();
  if (!wanted) return [];
  const { ops, clusters } = model.report;
  const holds = (op: number) => {
    const one = ops[op]!;
    return `${one.name} ${one.kind} ${one.scope.join("/")}`.toLowerCase().includes(wanted);
  };
  return tree.leaves.filter(({ unit, label }) =>
    unit.cluster >= 0
      ? label.toLowerCase().includes(wanted) || clusters[unit.cluster]!.ops.some(holds)
      : holds(unit.op),
  );
}

export function GraphView({ tree, hit }: { tree: Tree; hit: Leaf | null }) {
  const state = useReport();
  const { model, selection } = state;
  const [open, setOpen] = useState(() => openAtFirst(tree.root, AT_FIRST));
  const seen = useMemo(() => visible(tree, model, open), [tree, model, open]);
  const laid = useMemo(() => layOut(seen, (node) => secondLine(node, model)), [seen]);
  const chosen = selection ? tree.leafOfOp[selection.op]?.id : undefined;
  const near = useMemo(() => seen.edges.filter(([from, to]) => from === chosen || to === chosen), [seen, chosen]);
  const svg = useRef<SVGSVGElement>(null);
  const stage = useRef<SVGGElement>(null);
  const zooming = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);
  const centre = useRef<string>("");

  useEffect(() => {
    const behaviour = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.05, 4])
      .on("zoom", (event) => stage.current?.setAttribute("transform", event.transform.toString()));
    zooming.current = behaviour;
    select(svg.current!).call(behaviour).on("dblclick.zoom", null);
    fit(LEGIBLE);
  }, []);

  /** The whole graph, or, where that is smaller than `least`, its top. */
  const fit = (least = 0.05) => {
    const { clientWidth: width, clientHeight: height } = svg.current!;
    const scale = Math.max(least, Math.min(1, width / laid.width, (height - 8) / laid.height));
    zooming.current!.transform(
      select(svg.current!),
      zoomIdentity.translate((width - scale * laid.width) / 2, 4).scale(scale),
    );
  };
  const centreOn = (box: Box) => {
    const behaviour = zooming.current!;
    const chosen = select(svg.current!);
    behaviour.scaleTo(chosen, Math.max(0.8, scaleOf(svg.current!)));
    behaviour.translateTo(chosen, box.x + box.width / 2, box.y + box.height / 2);
  };
  /** Whether a box is in view and can be read there. */
  const isSeen = ({ x, y, width, height }: Box) => {
    const { k, x: left, y: top } = zoomTransform(svg.current!);
    const [right, bottom] = [left + k * (x + width), top + k * (y + height)];
    const inside = left + k * x >= 0 && top + k * y >= 0;
    return k >= LEGIBLE && inside && right <= svg.current!.clientWidth && bottom <= svg.current!.clientHeight;
  };
  const reveal = (leaf: Leaf, always = true) => {
    const box = laid.boxes.get(leaf.id);
    if (box && !always && isSeen(box)) return;
    centre.current = leaf.id;
    const missing = above(leaf).filter((id) => !open.has(id));
    setOpen(missing.length ? new Set([...open, ...missing]) : new Set(open));
  };
  useEffect(() => {
    const box = laid.boxes.get(centre.current);
    if (box) centreOn(box);
    centre.current = "";
  }, [laid]);
  useEffect(() => {
    if (hit) reveal(hit);
  }, [hit]);
  useEffect(() => {
    const leaf = selection && selection.from !== "graph" ? tree.leafOfOp[selection.op] : undefined;
    if (leaf) reveal(leaf, false);
  }, [selection]);

  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    centre.current = id;
    setOpen(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = select(svg.current!);
    const behaviour = zooming.current!;
    const pans: Record<string, [number, number]> = {
      ArrowLeft: [80, 0],
      ArrowRight: [-80, 0],
      ArrowUp: [0, 80],
      ArrowDown: [0, -80],
    };
    const scale = scaleOf(svg.current!);
    if (event.key in pans) behaviour.translateBy(chosen, pans[event.key]![0] / scale, pans[event.key]![1] / scale);
    else if (event.key === "+" || event.key === "=") behaviour.scaleBy(chosen, 1.3);
    else if (event.key === "-") behaviour.scaleBy(chosen, 1 / 1.3);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
  };

  return (
    <div class="view graph">
      <div class="filters">
        <button onClick={() => zooming.current!.scaleBy(select(svg.current!), 1.3)} aria-label="Zoom in">+</button>
        <button onClick={() => zooming.current!.scaleBy(select(svg.current!), 1 / 1.3)} aria-label="Zoom out">−</button>
        <button onClick={() => fit()}>Fit</button>
        <button onClick={() => setOpen(openAtFirst(tree.root, AT_FIRST))}>Collapse</button>
        <output>
          {seen.nodes.length.toLocaleString("en")} of {tree.leaves.length.toLocaleString("en")} nodes shown
        </output>
        <Legend model={model} />
      </div>
      <svg ref={svg} class="canvas" tabindex={0} role="group" aria-label="Graph: arrows pan, + and - zoom, 0 fits" onKeyDown={onKeyDown}>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
            <path d="M0,0 L8,4 L0,8 z" class="arrow" />
          </marker>
        </defs>
        <g ref={stage}>
          {seen.groups.map((group) => {
            const box = laid.boxes.get(group.id)!;
            return (
              <g class="frame" transform={`translate(${box.x} ${box.y})`}>
                <rect width={box.width} height={box.height} rx={6} />
                <text x={8} y={16} tabindex={0} role="button" aria-expanded="true" {...pressed(() => toggle(group.id))}>
                  ▾ {cut(group.label)}
                </text>
              </g>
            );
          })}
          {laid.edges.map(({ from, to, path, aside }) => (
            <path key={`${from} ${to}`} class={aside ? "edge aside" : "edge"} d={path} marker-end="url(#arrow)" />
          ))}
          {near.map(([from, to]) => (
            <path class="edge near" d={link(laid.boxes.get(from)!, laid.boxes.get(to)!)} />
          ))}
          {seen.nodes.map((node) => (
            <NodeView
              key={node.id}
              node={node}
              box={laid.boxes.get(node.id)!}
              found={hit?.id === node.id}
              onToggle={() => toggle(node.id)}
            />
          ))}
        </g>
      </svg>
    </div>
  );
}

function secondLine(node: TreeNode, model: Model): string {
  if (node.type === "group") {
    const clusters = node.clusters ? `, ${counted(node.clusters, "cluster")}` : "";
    return `${counted(node.size, "node")}${clusters}`;
  }
  const cluster = model.report.clusters[node.unit.cluster];
  return cluster ? counted(cluster.ops.length, "op") : (model.report.ops[node.unit.op]!.types[0] ?? "");
}

function scaleOf(svg: SVGSVGElement): number {
  return zoomTransform(svg).k;
}

function pressed(act: () => void) {
  return {
    onClick: act,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
  };
}

interface NodeProps {
  node: TreeNode;
  box: Box;
  found: boolean;
  onToggle(): void;
}

function NodeView({ node, box, found, onToggle }: NodeProps) {
  const state = useReport();
  const { model, lit, selection } = state;
  const place = `translate(${box.x} ${box.y})`;
  if (node.type === "group") {
    return (
      <g class="node group" transform={place} tabindex={0} role="button" aria-expanded="false" data-node={node.id} {...pressed(onToggle)}>
        <title>{node.label}</title>
        <rect width={box.width} height={box.height} rx={6} />
        <text x={box.width / 2} y={16}>▸ {cut(node.label)}</text>
        <text class="small" x={box.width / 2} y={30}>{secondLine(node, model)}</text>
      </g>
    );
  }
  const { unit } = node;
  const cluster = model.report.clusters[unit.cluster];
  const ops = cluster ? cluster.ops : [unit.op];
  const links = cluster ? cluster.links : model.linksOfOp(unit.op);
  const severities = new Set(ops.flatMap((op) => (model.problemsOfOp.get(op) ?? []).map((problem) => problem.severity)));
  const chosen = selection && (cluster ? selection.cluster === unit.cluster : selection.op === unit.op);
  const marks = [
    "node",
    cluster ? "clustered" : "op",
    links.some((link) => lit.has(link)) && "lit",
    found && "found",
    chosen && "chosen",
    severities.has("error") ? "error" : severities.has("warning") && "warning",
  ];
  const act = () => (cluster ? state.selectCluster(unit.cluster, "graph") : state.selectOp(unit.op, "graph"));
  const costs = cluster ?? model.report.ops[unit.op]!;
  return (
    <g
      class={marks.filter(Boolean).join(" ")}
      transform={place}
      style={cluster ? hueStyle(cluster.kind) : {}}
      tabindex={0}
      role="button"
      data-node={node.id}
      onMouseEnter={() => state.hover(links)}
      onMouseLeave={() => state.hover(null)}
      onFocus={() => state.hover(links)}
      {...pressed(act)}
    >
      <title>{`${node.label}: ${short(costs.read)}B read, ${short(costs.written)}B written, ${short(costs.macs)} MACs`}</title>
      <rect width={box.width} height={box.height} rx={cluster ? 12 : 4} />
      <text x={box.width / 2} y={16}>{cut(node.label)}</text>
      <text class="small" x={box.width / 2} y={30}>{cut(secondLine(node, model))}</text>
    </g>
  );
}

function Legend({ model }: { model: Model }) {
  const kinds = new Map<string, number>();
  for (const { kind } of model.report.clusters) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return (
    <span class="legend">
      {[...kinds].map(([kind, count]) => (
        <b class="chip" style={hueStyle(kind)}>
          {kind} × {count}
        </b>
      ))}
    </span>
  );
}

export { buildTree };
