import { describe, expect, it } from "vitest";
import { chain } from "./fixture";
import { findLeaves } from "./graph";
import { layOut } from "./layout";
import { Model } from "./model";
import { above, buildTree, type Group, MOST, openAtFirst, visible } from "./tree";

function widest(group: Group): number {
  const below = group.children.map((child) => (child.type === "group" ? widest(child) : 0));
  return Math.max(group.children.length, ...below);
}

describe("the tree", () => {
  it("shows few ops as they are", () => {
    const tree = buildTree(new Model(chain(5)));
    expect(tree.root.children.map((child) => child.label)).toEqual(["add.0", "add.1", "add.2", "add.3", "add.4"]);
  });
  it.each([41, 100, 2000, 10_000])("never has a group of too many children: %i ops", (count) => {
    const tree = buildTree(new Model(chain(count)));
    expect(widest(tree.root)).toBeLessThanOrEqual(MOST);
    expect(tree.root.size).toBe(count);
    expect(tree.leaves.map((leaf) => leaf.order)).toEqual(Array.from({ length: count }, (_, index) => index));
  });
  it("follows source scopes and joins those that hold one other only", () => {
    const report = chain(4);
    report.ops.forEach((op, index) => (op.scope = ["jit(f)", "layer", index % 2 ? "odd" : "even"]));
    const tree = buildTree(new Model(report));
    expect(tree.root.children.map((child) => child.label)).toEqual(["even", "odd"]);
  });
  it("leaves constants out, but not those with a problem", () => {
    const report = chain(3);
    report.ops[0]!.kind = report.ops[1]!.kind = "constant";
    const place = { file: "", line: 0, column: 0, name: "" };
    report.problems = [
      { code: "C", severity: "error", cause: "", help: "", op: "", text: "", place, ops: [1], links: [1] },
    ];
    const tree = buildTree(new Model(report));
    expect(tree.leaves.map((leaf) => leaf.label)).toEqual(["add.1", "add.2"]);
  });
  it("has one leaf for a cluster", () => {
    const report = chain(3);
    report.ops[1]!.cluster = report.ops[2]!.cluster = 0;
    report.clusters = [{ kind: "Elementwise", ops: [1, 2], read: 0, written: 0, saved: 0, macs: 0, links: [1, 2] }];
    const tree = buildTree(new Model(report));
    expect(tree.leaves.map((leaf) => leaf.label)).toEqual(["add.0", "Elementwise"]);
    expect(tree.leafOfOp[1]).toBe(tree.leafOfOp[2]);
  });
});

describe("what is seen", () => {
  it("is small at first and connected, whatever the size", () => {
    const model = new Model(chain(10_000));
    const tree = buildTree(model);
    const seen = visible(tree, model, openAtFirst(tree.root, 60));
    expect(seen.nodes.length).toBeLessThanOrEqual(60);
    expect(seen.edges.length).toBe(seen.nodes.length - 1);
  });
  it("holds a leaf once the groups above it are open", () => {
    const model = new Model(chain(3000));
    const tree = buildTree(model);
    const [leaf] = findLeaves(tree, model, "add.2999");
    const seen = visible(tree, model, new Set(above(leaf!)));
    expect(seen.nodes).toContain(leaf);
  });
  it("is laid out with every node and edge in its place", () => {
    const model = new Model(chain(4));
    const tree = buildTree(model);
    const laid = layOut(visible(tree, model, new Set([tree.root.id])), () => "");
    expect(laid.boxes.size).toBe(4);
    expect(laid.edges.map(({ from, to }) => `${from}>${to}`).sort()).toEqual(["o0>o1", "o1>o2", "o2>o3"]);
    expect(laid.boxes.get("o0")!.y).toBeLessThan(laid.boxes.get("o3")!.y);
  });
  it("lays open groups out as frames around what they hold, edges between what one frame holds", () => {
    const model = new Model(chain(30));
    const tree = buildTree(model);
    const leaf = findLeaves(tree, model, "add.7")[0]!;
    const seen = visible(tree, model, new Set(above(leaf)));
    const laid = layOut(seen, () => "");
    const [box, frame] = [laid.boxes.get(leaf.id)!, laid.boxes.get(leaf.parent!.id)!];
    expect(box.x).toBeGreaterThan(frame.x);
    expect(box.y).toBeGreaterThan(frame.y);
    expect(box.x + box.width).toBeLessThan(frame.x + frame.width);
    expect(box.y + box.height).toBeLessThan(frame.y + frame.height);
    const frameOf = (id: string) => seen.children.find((node) => node.id === id)!.parent!.id;
    for (const { from, to } of laid.edges) expect(frameOf(from)).toBe(frameOf(to));
    expect(laid.edges.length).toBe(seen.children.length - 1 - seen.groups.length);
  });
  it("draws what a longer way says too aside, where there is much", () => {
    const report = chain(20);
    report.ops.forEach((op, index) => (op.inputs = Array.from({ length: index }, (_, input) => input)));
    const model = new Model(report);
    const tree = buildTree(model);
    const laid = layOut(visible(tree, model, new Set([tree.root.id])), () => "");
    const own = laid.edges.filter(({ aside }) => !aside);
    expect(own.map(({ from, to }) => [from, to])).toEqual(
      expect.arrayContaining(Array.from({ length: 19 }, (_, index) => [`o${index}`, `o${index + 1}`])),
    );
    expect(own.length).toBe(19);
    expect(laid.edges.length).toBe(190);
  });
  it("stays fast with thousands of ops that read many others", () => {
    const report = chain(8000);
    report.ops.forEach((op, index) => (op.inputs = [1, 7, 50, 400].map((by) => index - by).filter((input) => input >= 0)));
    const model = new Model(report);
    const tree = buildTree(model);
    const start = performance.now();
    for (const name of ["add.11", "add.4321", "add.7999"]) {
      const open = new Set([...openAtFirst(tree.root, 40), ...above(findLeaves(tree, model, name)[0]!)]);
      layOut(visible(tree, model, open), () => "");
    }
    expect(performance.now() - start).toBeLessThan(5000);
  });
  it("keeps scopes apart from the ops beside them", () => {
    const report = chain(100);
    report.ops.forEach((op, index) => (op.scope = index < 30 ? ["forward"] : index < 70 ? ["backward"] : []));
    const tree = buildTree(new Model(report));
    expect(tree.root.children.map((child) => child.label)).toEqual(["forward", "backward", "add.70 … add.99"]);
    expect(tree.root.children.map((child) => child.type === "group" && child.size)).toEqual([30, 40, 30]);
  });
});
