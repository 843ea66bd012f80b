/** Where the nodes of the graph go: layers from top to bottom; open groups are frames with a layout of their own. */

import { Graph, layout as place } from "@dagrejs/dagre";
import type { Seen, TreeNode } from "./tree";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Edge {
  from: string;
  to: string;
  path: string;
  /** Drawn past what lies between: a longer way through other nodes says the same. */
  aside: boolean;
}

export interface Laid {
  width: number;
  height: number;
  boxes: Map<string, Box>;
  edges: Edge[];
}

export const LABEL = 34;
const HEAD = 24;
const MARGIN = 10;
/** Room for edges that are drawn aside, at the left. */
const ASIDE = 40;
/** Edges of one level up to which every one gets a way of its own. */
const FEW = 40;

/** A label as a node has it. */
export function cut(label: string): string {
  return label.length > LABEL ? `${label.slice(0, LABEL - 1)}…` : label;
}

function widthOf(node: TreeNode, second: string): number {
  return 24 + Math.max(50, 7 * cut(node.label).length, 5.6 * cut(second).length);
}

const TOP = "";

/**
 * Boxes and edges; `second` gives the small text of a node. What is read across the border of a frame is drawn between
 * the frames: each level is laid out on its own, which stays fast and legible at any size.
 */
export function layOut(seen: Seen, second: (node: TreeNode) => string): Laid {
  const frames = new Set(seen.groups.map((group) => group.id));
  const frameOf = new Map<string, string>();
  const children = new Map<string, string[]>([[TOP, []], ...seen.groups.map((group) => [group.id, []] as [string, string[]])]);
  for (const node of seen.children) {
    const frame = node.parent && frames.has(node.parent.id) ? node.parent.id : TOP;
    frameOf.set(node.id, frame);
    children.get(frame)!.push(node.id);
  }
  const edges = lift(seen.edges, frameOf);
  const sizes = new Map(seen.nodes.map((node) => [node.id, { width: widthOf(node, second(node)), height: 38 }]));
  const levels = new Map<string, Laid>();
  for (const { id, label } of [...seen.groups].reverse()) {
    const level = layOutLevel(children.get(id)!, sizes, edges.get(id) ?? [], 7 * cut(label).length + 30);
    levels.set(id, level);
    sizes.set(id, { width: level.width, height: level.height + HEAD });
  }
  levels.set(TOP, layOutLevel(children.get(TOP)!, sizes, edges.get(TOP) ?? [], 0));
  return assemble(levels, [TOP, ...seen.groups.map((group) => group.id)]);
}

/** Edges by the innermost frame that holds both ends, between that frame's own children. */
function lift(edges: Seen["edges"], frameOf: ReadonlyMap<string, string>): Map<string, [string, string][]> {
  const found = new Map<string, Map<string, [string, string]>>();
  const upward = (id: string) => {
    const way = [id];
    for (let frame = frameOf.get(id); frame !== undefined; frame = frameOf.get(frame)) way.push(frame);
    return way;
  };
  for (const [from, to] of edges) {
    const [above, below] = [upward(from), upward(to)];
    while (above.at(-2) === below.at(-2)) {
      above.pop();
      below.pop();
    }
    const frame = above.at(-1)!;
    const pair: [string, string] = [above.at(-2)!, below.at(-2)!];
    let pairs = found.get(frame);
    if (!pairs) found.set(frame, (pairs = new Map()));
    pairs.set(pair.join("\n"), pair);
  }
  return new Map([...found].map(([frame, pairs]) => [frame, [...pairs.values()]]));
}

type Sizes = ReadonlyMap<string, { width: number; height: number }>;

/** One level, in the middle of at least `least` of width. */
function layOutLevel(ids: string[], sizes: Sizes, edges: [string, string][], least: number): Laid {
  const graph = new Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 14, ranksep: 28, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { ...sizes.get(id)! });
  const [kept, aside] = edges.length > FEW ? withoutShortcuts(ids, edges) : [edges, []];
  for (const [from, to] of kept) graph.setEdge(from, to);
  place(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const room = aside.length ? ASIDE : 0;
  const spare = Math.max(0, least - width - room);
  const left = room + spare / 2;
  const boxes = new Map<string, Box>();
  for (const id of ids) {
    const { x, y, width, height } = graph.node(id) as Box;
    boxes.set(id, { x: x - width / 2 + left, y: y - height / 2, width, height });
  }
  const drawn = kept.map(([from, to]) => {
    const points = (graph.edge(from, to) as { points: { x: number; y: number }[] }).points;
    const path = points.map(({ x, y }, index) => `${index ? "L" : "M"}${(x + left).toFixed(1)},${y.toFixed(1)}`).join("");
    return { from, to, path, aside: false };
  });
  const past = aside.map(([from, to]) => ({ from, to, path: arc(boxes.get(from)!, boxes.get(to)!), aside: true }));
  return { width: width + room + spare, height, boxes, edges: [...past, ...drawn] };
}

/** Edges that are the only way between their ends, and those beside which a longer way runs. `ids` are in order. */
function withoutShortcuts(ids: string[], edges: [string, string][]): [[string, string][], [string, string][]] {
  const order = new Map(ids.map((id, index) => [id, index]));
  const users = new Map<number, number[]>();
  const backward: [string, string][] = [];
  for (const edge of edges) {
    const [from, to] = [order.get(edge[0])!, order.get(edge[1])!];
    if (from >= to) backward.push(edge);
    else users.set(from, [...(users.get(from) ?? []), to]);
  }
  const reached: Set<number>[] = [];
  const kept = [...backward];
  const shortcuts: [string, string][] = [];
  for (let from = ids.length - 1; from >= 0; from--) {
    const all = (reached[from] = new Set<number>());
    for (const to of (users.get(from) ?? []).sort((a, b) => a - b)) {
      (all.has(to) ? shortcuts : kept).push([ids[from]!, ids[to]!]);
      all.add(to);
      for (const further of reached[to]!) all.add(further);
    }
  }
  return [kept, shortcuts];
}

/** From the left side of a box to that of another, past what lies between. */
function arc(from: Box, to: Box): string {
  const [start, end] = [from.y + from.height / 2, to.y + to.height / 2];
  const out = Math.min(from.x, to.x) - Math.min(ASIDE, 12 + 0.05 * Math.abs(end - start));
  const text = (...values: number[]) => values.map((value) => value.toFixed(1)).join(",");
  return `M${text(from.x, start)}C${text(out, start)} ${text(out, end)} ${text(to.x, end)}`;
}

/** From below a box to above another, whatever frames lie between. */
export function link(from: Box, to: Box): string {
  const [left, right] = [from.x + from.width / 2, to.x + to.width / 2];
  const [start, end] = [from.y + from.height, to.y];
  const bend = Math.min(80, Math.abs(end - start) / 2);
  return `M${left},${start}C${left},${start + bend} ${right},${end - bend} ${right},${end}`;
}

/** The levels in one, outer ones first. */
function assemble(levels: ReadonlyMap<string, Laid>, frames: readonly string[]): Laid {
  const top = levels.get(TOP)!;
  const boxes = new Map<string, Box>();
  const edges: Edge[] = [];
  for (const id of frames) {
    const { x, y } = boxes.get(id) ?? { x: 0, y: -HEAD };
    const level = levels.get(id)!;
    for (const [child, box] of level.boxes) boxes.set(child, { ...box, x: box.x + x, y: box.y + y + HEAD });
    edges.push(...level.edges.map((edge) => ({ ...edge, path: moved(edge.path, x, y + HEAD) })));
  }
  return { width: top.width, height: top.height, boxes, edges };
}

function moved(path: string, x: number, y: number): string {
  return path.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, left: string, down: string) => `${(Number(left) + x).toFixed(1)},${(Number(down) + y).toFixed(1)}`);
}
