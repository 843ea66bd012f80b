/** The report's data, version 1. The Python module `hlo2penguin.report.schema` says what each field means. */

export interface Place {
  file: string;
  line: number;
  column: number;
  name: string;
}

export interface Pane {
  id: string;
  title: string;
  language: "mlir" | "python" | "text";
  lines: string[];
  spans: number[][];
}

export interface Op {
  kind: string;
  name: string;
  scope: string[];
  types: string[];
  cluster: number;
  inputs: number[];
  read: number;
  written: number;
  macs: number;
  place: Place;
  links: number[];
}

export interface Cluster {
  kind: string;
  ops: number[];
  read: number;
  written: number;
  saved: number;
  macs: number;
  links: number[];
}

export type RemarkKind = "Passed" | "Missed" | "Analysis";

export interface Remark {
  kind: RemarkKind;
  rule: string;
  name: string;
  message: string;
  place: Place;
  blocker: Place | null;
  facts: [string, string][];
  ops: number[];
  links: number[];
}

export interface Problem {
  code: string;
  severity: "error" | "warning" | "note";
  cause: string;
  help: string;
  op: string;
  text: string;
  place: Place;
  ops: number[];
  links: number[];
}

export interface Target {
  name: string;
  ridge: number;
  bound: string;
}

export interface Report {
  version: number;
  generator: string;
  source: string;
  status: "converted" | "refused";
  stage: string;
  dialect: string;
  options: Record<string, string>;
  target: string;
  targets: Target[];
  metrics: { macs: number; traffic: number; intensity: number } | null;
  panes: Pane[];
  ops: Op[];
  clusters: Cluster[];
  remarks: Remark[];
  problems: Problem[];
}

/** What remarks and costs are called where they are shown. */
export const WHAT: Record<RemarkKind, string> = { Passed: "passed", Missed: "missed", Analysis: "note" };

/** A place for people; empty where nothing is known. */
export function placeText(place: Place | null): string {
  if (!place) return "";
  const file = place.file.split("/").at(-1) ?? "";
  const where = place.line ? `${file}:${place.line}` : file;
  return [where, place.name].filter(Boolean).join(" ");
}

/** Operations per byte: two for a multiply-accumulate, over what crosses the border. */
export function intensity(thing: { macs: number; read: number; written: number }): number {
  const bytes = thing.read + thing.written;
  return bytes ? (2 * thing.macs) / bytes : 0;
}

const UNITS = ["", "k", "M", "G", "T", "P"];

/** A count with three digits and a decimal prefix: 1234567 is `1.23M`. */
export function short(count: number): string {
  let unit = 0;
  while (Math.abs(count) >= 1000 && unit < UNITS.length - 1) {
    count /= 1000;
    unit += 1;
  }
  return (unit ? count.toPrecision(3) : String(Math.round(count * 100) / 100)) + UNITS[unit];
}

/** A number with its noun: `1 op`, `1,200 ops`. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
