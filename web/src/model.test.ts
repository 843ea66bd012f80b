import { describe, expect, it } from "vitest";
import { findLines } from "./code";
import { intensity, placeText, short } from "./data";
import { chain } from "./fixture";
import { pieces } from "./highlight";
import { Model } from "./model";
import { filterRemarks } from "./remarks";
import { pointsOf } from "./roofline";

function twoPanes() {
  const report = chain(3);
  report.panes = [
    { id: "imported", title: "", language: "mlir", lines: ["{", "a", "b", "}"], spans: [[0, 3, -1, 9], [1, 1, -1, 0], [2, 2, -1, 1]] },
    { id: "penguin", title: "", language: "python", lines: ["x", "y", "z"], spans: [[0, 0, 0, 0], [0, 0, 1, 1], [2, 2, 2, 2]] },
  ];
  return report;
}

describe("linked lines", () => {
  it("takes the innermost span, and all of equal ones", () => {
    const { panes } = new Model(twoPanes());
    expect(panes[0]!.links).toEqual([[9], [0], [1], [9]]);
    expect(panes[1]!.links).toEqual([[0, 1], [], [2]]);
  });
  it("finds the lines of a link in every pane", () => {
    const { panes } = new Model(twoPanes());
    expect(panes.map((pane) => pane.linesOf([1]))).toEqual([[2], [0]]);
    expect(panes.map((pane) => pane.linesOf([2, 9]))).toEqual([[0, 3], [2]]);
  });
  it("puts remarks and problems below their line and says which row a line is", () => {
    const report = twoPanes();
    const place = { file: "", line: 0, column: 0, name: "" };
    report.remarks = [
      { kind: "Missed", rule: "r", name: "n", message: "m", place, blocker: null, facts: [], ops: [0], links: [0] },
    ];
    report.problems = [
      { code: "C", severity: "error", cause: "c", help: "h", op: "", text: "", place, ops: [1], links: [1] },
    ];
    const [imported, penguin] = new Model(report).panes;
    expect(imported!.rows.map((row) => row.type)).toEqual(["line", "line", "remark", "line", "problem", "line"]);
    expect([...imported!.rowOf]).toEqual([0, 1, 3, 5]);
    expect(imported!.problems.get(2)).toBe("error");
    expect(penguin!.rows.map((row) => row.type)).toEqual(["line", "problem", "line", "line"]);
  });
  it("colours the lines of a cluster's members", () => {
    const report = twoPanes();
    report.ops[1]!.cluster = 0;
    report.clusters = [{ kind: "DotLogistic", ops: [1], read: 0, written: 0, saved: 0, macs: 0, links: [1] }];
    expect([...new Model(report).panes[0]!.clusters]).toEqual([-1, -1, 0, -1]);
  });
});

describe("search and filter", () => {
  it("finds lines whatever their case", () => {
    const { panes } = new Model(twoPanes());
    expect(findLines(panes, "A")).toEqual([{ pane: 0, line: 1 }]);
    expect(findLines(panes, "")).toEqual([]);
  });
  it("filters remarks by kind, rule and text", () => {
    const place = { file: "f", line: 3, column: 1, name: "add.1" };
    const make = (kind: "Passed" | "Missed", rule: string, message: string) => ({
      kind, rule, name: "N", message, place, blocker: null, facts: [] as [string, string][], ops: [], links: [],
    });
    const all = [make("Passed", "fuseA", "three ops"), make("Missed", "fuseA", "no"), make("Missed", "fuseB", "no")];
    expect(filterRemarks(all, new Set(["Missed"]), "", "")).toEqual(all.slice(1));
    expect(filterRemarks(all, new Set(["Missed", "Passed"]), "fuseA", "")).toEqual(all.slice(0, 2));
    expect(filterRemarks(all, new Set(["Missed", "Passed"]), "", "THREE")).toEqual(all.slice(0, 1));
  });
});

describe("figures", () => {
  it("shortens counts", () => {
    expect([0, 999, 1000, 1234567, 5e12].map(short)).toEqual(["0", "999", "1.00k", "1.23M", "5.00T"]);
  });
  it("says where", () => {
    expect(placeText({ file: "/a/b.py", line: 7, column: 2, name: "x" })).toBe("b.py:7 x");
    expect(placeText(null)).toBe("");
  });
  it("counts two operations for a multiply-accumulate", () => {
    expect(intensity({ macs: 100, read: 30, written: 20 })).toBe(4);
    expect(intensity({ macs: 1, read: 0, written: 0 })).toBe(0);
  });
  it("makes one point of equal ones and none of what does not multiply", () => {
    const report = chain(4, { macs: 96 });
    report.ops[3]!.macs = 0;
    expect(pointsOf(new Model(report)).map(({ count, intensity }) => [count, intensity])).toEqual([[3, 4]]);
  });
});

describe("highlighting", () => {
  it.each(["mlir", "python", "text"])("loses no character of %s", (language) => {
    const line = `  %0 = stablehlo.add %a, @f("<x>\\"") : tensor<2x!q<f32>> // v1 = m0.T(name='a', n=1.5)`;
    expect(pieces(line, language).map(([text]) => text).join("")).toBe(line);
  });
  it("tells values, ops and types", () => {
    const styles = Object.fromEntries(pieces("%0 = stablehlo.add %a : tensor<4xf32>", "mlir"));
    expect(styles).toMatchObject({ "%0": "value", "stablehlo.add": "op", "tensor<4xf32>": "type" });
  });
});
