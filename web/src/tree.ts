/** The graph's hierarchy: source scopes, and runs of ops where a scope holds too many to look at. */

import type { Model } from "./model";

/** What a leaf stands for: an op on its own, or a cluster. */
export type Unit = { op: number; cluster: -1 } | { op: -1; cluster: number };

export interface Group {
  type: "group";
  id: string;
  label: string;
  parent: Group | null;
  children: TreeNode[];
  /** Units below, at any depth, and how many of them are clusters. */
  size: number;
  clusters: number;
}

export interface Leaf {
  type: "leaf";
  id: string;
  label: string;
  parent: Group | null;
  unit: Unit;
  /** Place in program order. */
  order: number;
}

export type TreeNode = Group | Leaf;

/** Children that a group shows at most. */
export const MOST = 24;

export interface Tree {
  root: Group;
  leaves: Leaf[];
  /** By op: its leaf; none for constants, which everything reads and nothing waits for. */
  leafOfOp: (Leaf | undefined)[];
}

export function buildTree(model: Model): Tree {
  const { ops, clusters } = model.report;
  const root: Group = { type: "group", id: "", label: "", parent: null, children: [], size: 0, clusters: 0 };
  const groups = new Map<string, Group>([["", root]]);
  const leaves: Leaf[] = [];
  const leafOfOp: (Leaf | undefined)[] = ops.map(() => undefined);
  const ofCluster = new Map<number, Leaf>();
  ops.forEach((op, index) => {
    if (op.kind === "constant" && op.cluster < 0 && !model.problemsOfOp.has(index)) return;
    let leaf = op.cluster >= 0 ? ofCluster.get(op.cluster) : undefined;
    if (!leaf) {
      const inCluster = op.cluster >= 0;
      leaf = {
        type: "leaf",
        id: inCluster ? `c${op.cluster}` : `o${index}`,
        label: inCluster ? clusters[op.cluster]!.kind : op.name,
        parent: null,
        unit: inCluster ? { op: -1, cluster: op.cluster } : { op: index, cluster: -1 },
        order: leaves.length,
      };
      leaves.push(leaf);
      if (inCluster) ofCluster.set(op.cluster, leaf);
      const group = groupOf(groups, op.scope);
      leaf.parent = group;
      group.children.push(leaf);
    }
    leafOfOp[index] = leaf;
  });
  const top = flatten(root);
  top.id = "";
  top.parent = null;
  split(top);
  measure(top);
  return { root: top, leaves, leafOfOp };
}

function groupOf(groups: Map<string, Group>, scope: readonly string[]): Group {
  let parent = groups.get("")!;
  let id = "";
  for (const part of scope) {
    id += `/${part}`;
    let group = groups.get(id);
    if (!group) {
      group = { type: "group", id, label: part, parent, children: [], size: 0, clusters: 0 };
      groups.set(id, group);
      parent.children.push(group);
    }
    parent = group;
  }
  return parent;
}

/** A group whose only child is a group is one with it. */
function flatten(group: Group): Group {
  group.children = group.children.map((child) => (child.type === "group" ? flatten(child) : child));
  const [only, ...more] = group.children;
  if (only?.type !== "group" || more.length) {
    for (const child of group.children) child.parent = group;
    return group;
  }
  only.label = group.label ? `${group.label}/${only.label}` : only.label;
  only.parent = group.parent;
  return only;
}

/** More children than can be looked at become runs in program order, as often as it takes; scopes stay apart at first. */
function split(group: Group): void {
  for (const child of group.children) if (child.type === "group") split(child);
  if (group.children.length > MOST) group.children = opsBetweenScopes(group);
  while (group.children.length > MOST) {
    const count = group.children.length;
    const run = Math.max(Math.ceil(count / MOST), Math.ceil(Math.sqrt(count)));
    const runs: TreeNode[] = [];
    for (let start = 0; start < count; start += run) {
      runs.push(runOf(group, start, group.children.slice(start, start + run)));
    }
    group.children = runs;
  }
}

/** The group's scopes, and the ops between two of them as one run. */
function opsBetweenScopes(group: Group): TreeNode[] {
  const found: TreeNode[] = [];
  let ops: TreeNode[] = [];
  const close = (end: number) => {
    if (ops.length === 1) found.push(ops[0]!);
    else if (ops.length) found.push(runOf(group, end - ops.length, ops));
    ops = [];
  };
  if (!group.children.some((child) => child.type === "group")) return group.children;
  group.children.forEach((child, index) => {
    if (child.type === "leaf") ops.push(child);
    else {
      close(index);
      found.push(child);
    }
  });
  close(group.children.length);
  return found;
}

function runOf(group: Group, start: number, children: TreeNode[]): Group {
  const label = `${firstLabel(children[0]!)} … ${lastLabel(children.at(-1)!)}`;
  const id = `${group.id}:${start}+${children.length}`;
  const made: Group = { type: "group", id, label, parent: group, children, size: 0, clusters: 0 };
  for (const child of children) child.parent = made;
  if (children.length > MOST) split(made);
  return made;
}

function firstLabel(node: TreeNode): string {
  return node.type === "leaf" ? node.label : node.label.split(" … ")[0]!;
}

function lastLabel(node: TreeNode): string {
  return node.type === "leaf" ? node.label : node.label.split(" … ").at(-1)!;
}

function measure(group: Group): void {
  for (const child of group.children) {
    if (child.type === "group") measure(child);
    group.size += child.type === "group" ? child.size : 1;
    group.clusters += child.type === "group" ? child.clusters : Number(child.unit.cluster >= 0);
  }
}

/** The groups to open at first: the largest ones, as long as what is seen stays small. */
export function openAtFirst(root: Group, most: number): Set<string> {
  const open = new Set<string>([root.id]);
  let seen = root.children.length;
  const pending = root.children.filter((child): child is Group => child.type === "group");
  while (pending.length) {
    pending.sort((a, b) => b.size - a.size);
    const next = pending.shift()!;
    if (seen - 1 + next.children.length > most) continue;
    seen += next.children.length - 1;
    open.add(next.id);
    pending.push(...next.children.filter((child): child is Group => child.type === "group"));
  }
  return open;
}

export interface Seen {
  nodes: TreeNode[];
  /** Open groups, outer ones first. */
  groups: Group[];
  /** Both, in order. */
  children: TreeNode[];
  edges: [string, string][];
}

/** What is seen while `open` groups are open: closed groups and leaves, and the reads between them. */
export function visible(tree: Tree, model: Model, open: ReadonlySet<string>): Seen {
  const nodes: TreeNode[] = [];
  const groups: Group[] = [];
  const children: TreeNode[] = [];
  const standsFor = new Map<Leaf, string>();
  const visit = (node: TreeNode, shown: string) => {
    if (!shown && !(node === tree.root && open.has(node.id))) children.push(node);
    if (node.type === "leaf") {
      standsFor.set(node, shown || node.id);
      if (!shown) nodes.push(node);
    } else if (!shown && open.has(node.id)) {
      if (node !== tree.root) groups.push(node);
      for (const child of node.children) visit(child, "");
    } else {
      if (!shown) nodes.push(node);
      for (const child of node.children) visit(child, shown || node.id);
    }
  };
  visit(tree.root, "");
  const edges = new Set<string>();
  model.report.ops.forEach((op, index) => {
    const reader = tree.leafOfOp[index];
    for (const input of op.inputs) {
      const read = tree.leafOfOp[input];
      if (!reader || !read) continue;
      const [from, to] = [standsFor.get(read)!, standsFor.get(reader)!];
      if (from !== to) edges.add(`${from}\n${to}`);
    }
  });
  return { nodes, groups, children, edges: [...edges].map((edge) => edge.split("\n") as [string, string]) };
}

/** Groups above a node, which must be open for it to be seen. */
export function above(node: TreeNode): string[] {
  const found: string[] = [];
  for (let group = node.parent; group; group = group.parent) found.push(group.id);
  return found;
}
