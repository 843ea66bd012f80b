/** Indexes over the report: which lines, ops and remarks belong together. */

import type { Pane, Problem, Remark, Report } from "./data";

/** A row of a pane: a line of the text, or what is to be said about the line above it. */
export type Row =
  | { type: "line"; line: number }
  | { type: "remark"; line: number; remark: Remark }
  | { type: "problem"; line: number; problem: Problem };

/** A pane with its lines' links. */
export class PaneModel {
  /** By line: links of the innermost span. */
  readonly links: (readonly number[])[];
  /** By line: the op, or -1. */
  readonly ops: Int32Array;
  /** By line: the cluster, or -1. */
  readonly clusters: Int32Array;
  /** By line: the worst problem at it. */
  readonly problems = new Map<number, Problem["severity"]>();
  readonly rows: Row[];
  /** By line: its row. */
  readonly rowOf: Int32Array;
  readonly longest: number;
  private readonly byLink = new Map<number, number[]>();

  constructor(
    readonly pane: Pane,
    report: Report,
    clusterOfLink: Map<number, number>,
  ) {
    const count = pane.lines.length;
    this.links = Array.from({ length: count }, () => NONE);
    this.ops = new Int32Array(count).fill(-1);
    this.clusters = new Int32Array(count).fill(-1);
    this.fill(count);
    this.colour(report, clusterOfLink);
    this.longest = pane.lines.reduce((most, line) => Math.max(most, Math.min(line.length, SHOWN)), 0);
    const said = this.remarksAndProblems(report);
    this.rows = [];
    this.rowOf = new Int32Array(count);
    for (let line = 0; line < count; line++) {
      this.rowOf[line] = this.rows.length;
      this.rows.push({ type: "line", line }, ...(said.get(line) ?? []));
    }
  }

  /** Lines of any of `links`, ascending. */
  linesOf(links: Iterable<number>): number[] {
    const found = new Set<number>();
    for (const link of links) for (const line of this.byLink.get(link) ?? []) found.add(line);
    return [...found].sort((a, b) => a - b);
  }

  private fill(count: number): void {
    const size = new Float64Array(count).fill(Infinity);
    for (const [first = 0, last = 0, op = -1, ...links] of this.pane.spans) {
      for (let line = first; line <= last && line < count; line++) {
        const here = last - first;
        if (here > size[line]!) continue;
        if (here < size[line]!) {
          this.links[line] = links;
          this.ops[line] = op;
        } else {
          this.links[line] = [...new Set([...this.links[line]!, ...links])];
          this.ops[line] = Math.max(this.ops[line]!, op);
        }
        size[line] = here;
      }
    }
    this.links.forEach((links, line) => {
      for (const link of links) {
        const lines = this.byLink.get(link);
        if (lines) lines.push(line);
        else this.byLink.set(link, [line]);
      }
    });
  }

  private colour(report: Report, clusterOfLink: Map<number, number>): void {
    this.links.forEach((links, line) => {
      const op = report.ops[this.ops[line]!];
      if (op) this.clusters[line] = op.cluster;
      else if (links.length) this.clusters[line] = clusterOfLink.get(links[0]!) ?? -1;
    });
  }

  private remarksAndProblems(report: Report): Map<number, Row[]> {
    const said = new Map<number, Row[]>();
    const say = (line: number, row: Row) => {
      const rows = said.get(line);
      if (rows) rows.push(row);
      else said.set(line, [row]);
    };
    for (const problem of report.problems) {
      const line = this.lineOfProblem(problem);
      if (line < 0) continue;
      say(line, { type: "problem", line, problem });
      if (this.problems.get(line) !== "error") this.problems.set(line, problem.severity);
    }
    if (this.pane.language === "mlir") {
      for (const remark of report.remarks) {
        const line = this.linesOf(remark.links)[0];
        if (line !== undefined) say(line, { type: "remark", line, remark });
      }
    }
    return said;
  }

  private lineOfProblem(problem: Problem): number {
    if (this.pane.id === "source") {
      return problem.place.line > 0 && problem.place.line <= this.links.length ? problem.place.line - 1 : -1;
    }
    return this.linesOf(problem.links)[0] ?? -1;
  }
}

const NONE: readonly number[] = [];

/** Characters of a line that are shown. */
export const SHOWN = 2000;

/** Everything, indexed. */
export class Model {
  readonly panes: PaneModel[];
  readonly opsOfLink = new Map<number, number[]>();
  readonly users: number[][];
  readonly problemsOfOp = new Map<number, Problem[]>();
  readonly remarksOfOp = new Map<number, Remark[]>();

  constructor(readonly report: Report) {
    const clusterOfLink = new Map<number, number>();
    this.users = report.ops.map(() => []);
    report.ops.forEach((op, index) => {
      for (const link of op.links) {
        add(this.opsOfLink, link, index);
        if (op.cluster >= 0 && !clusterOfLink.has(link)) clusterOfLink.set(link, op.cluster);
      }
      for (const input of op.inputs) this.users[input]?.push(index);
    });
    for (const problem of report.problems) for (const op of problem.ops) add(this.problemsOfOp, op, problem);
    for (const remark of report.remarks) for (const op of remark.ops) add(this.remarksOfOp, op, remark);
    this.panes = report.panes.map((pane) => new PaneModel(pane, report, clusterOfLink));
  }

  /** The op that stands for `links` best: the given one, else the first that has them. */
  opOf(links: readonly number[], op: number): number {
    if (op >= 0) return op;
    for (const link of links) {
      const found = this.opsOfLink.get(link);
      if (found) return found[0]!;
    }
    return -1;
  }

  /** Links of an op; of an op without any, nothing lights up. */
  linksOfOp(op: number): readonly number[] {
    return this.report.ops[op]?.links ?? NONE;
  }
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
