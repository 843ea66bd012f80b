/** Where the nodes of the graph go: layers from top to bottom, open groups as frames. */

import { Graph, layout as place } from "@dagrejs/dagre";
import type { Seen, TreeNode } from "./tree";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Laid {
  width: number;
  height: number;
  boxes: Map<string, Box>;
  edges: { from: string; to: string; path: string }[];
}

export const LABEL = 34;

/** A label as a node has it. */
export function cut(label: string): string {
  return label.length > LABEL ? `${label.slice(0, LABEL - 1)}…` : label;
}

function widthOf(node: TreeNode, second: string): number {
  return 24 + Math.max(50, 7 * cut(node.label).length, 5.6 * cut(second).length);
}

/** Boxes and edges; `second` gives the small text of a node. */
export function layOut(seen: Seen, second: (node: TreeNode) => string): Laid {
  const graph = new Graph({ compound: true });
  graph.setGraph({ rankdir: "TB", nodesep: 14, ranksep: 28, marginx: 10, marginy: 10 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const group of seen.groups) graph.setNode(group.id, { label: group.label });
  for (const node of seen.nodes) graph.setNode(node.id, { width: widthOf(node, second(node)), height: 38 });
  const groups = new Set(seen.groups);
  for (const node of [...seen.groups, ...seen.nodes]) {
    if (node.parent && groups.has(node.parent)) graph.setParent(node.id, node.parent.id);
  }
  for (const [from, to] of seen.edges) graph.setEdge(from, to);
  place(graph);
  const boxes = new Map<string, Box>();
  for (const id of graph.nodes()) {
    const { x, y, width, height } = graph.node(id) as Box;
    boxes.set(id, { x: x - width / 2, y: y - height / 2, width, height });
  }
  const edges = graph.edges().map(({ v, w }) => {
    const points = (graph.edge(v, w) as { points: { x: number; y: number }[] }).points;
    return { from: v, to: w, path: points.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join("") };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { width, height, boxes, edges };
}
