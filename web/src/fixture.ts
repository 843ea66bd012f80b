import type { Op, Report } from "./data";

/** A report of `count` ops in one chain; op i comes from source op i. */
export function chain(count: number, change: Partial<Op> = {}): Report {
  const place = { file: "m.mlir", line: 1, column: 1, name: "" };
  return {
    version: 1,
    generator: "test",
    source: "m.mlir",
    status: "converted",
    stage: "print",
    dialect: "stablehlo",
    options: {},
    target: "trn1",
    targets: [{ name: "trn1", ridge: 400, bound: "memory-bound" }],
    metrics: { macs: 0, traffic: 0, intensity: 0 },
    panes: [],
    ops: Array.from({ length: count }, (_, index) => ({
      kind: "add",
      name: `add.${index}`,
      scope: [],
      types: ["f32[4]"],
      cluster: -1,
      inputs: index ? [index - 1] : [],
      read: 32,
      written: 16,
      macs: 0,
      place,
      links: [index],
      ...change,
    })),
    clusters: [],
    remarks: [],
    problems: [],
  };
}
