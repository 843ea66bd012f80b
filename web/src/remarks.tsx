/** What the passes had to say, as a table to filter. */

import { useMemo, useState } from "preact/hooks";
import { placeText, type Remark, type RemarkKind, WHAT } from "./data";
import { useReport } from "./state";
import { type Column, Table } from "./table";

const COLUMNS: Column<Remark>[] = [
  {
    title: "What",
    width: "6rem",
    value: (remark) => WHAT[remark.kind],
    show: (remark) => <b class={`what ${remark.kind.toLowerCase()}`}>{WHAT[remark.kind]}</b>,
  },
  { title: "Rule", width: "11rem", value: (remark) => remark.rule },
  { title: "Event", width: "11rem", value: (remark) => remark.name },
  { title: "Where", width: "14rem", value: (remark) => placeText(remark.place) },
  { title: "Why", width: "minmax(20rem, 1fr)", value: reason },
];

function reason(remark: Remark): string {
  const facts = remark.facts.map(([key, value]) => `${key}: ${value}`).join("; ");
  const blocked = remark.blocker ? `blocked by ${placeText(remark.blocker)}` : "";
  return [remark.message, blocked, facts].filter(Boolean).join("; ");
}

/** Remarks of the kinds and the rule wanted that hold the query. */
export function filterRemarks(
  remarks: readonly Remark[],
  kinds: ReadonlySet<RemarkKind>,
  rule: string,
  query: string,
): Remark[] {
  const wanted = query.toLowerCase();
  return remarks.filter(
    (remark) =>
      kinds.has(remark.kind) &&
      (!rule || remark.rule === rule) &&
      (!wanted || COLUMNS.some((column) => String(column.value(remark)).toLowerCase().includes(wanted))),
  );
}

export function Remarks() {
  const state = useReport();
  const { remarks } = state.model.report;
  const [kinds, setKinds] = useState<ReadonlySet<RemarkKind>>(new Set(["Passed", "Missed", "Analysis"]));
  const [rule, setRule] = useState("");
  const rules = useMemo(() => [...new Set(remarks.map((remark) => remark.rule))].sort(), [remarks]);
  const shown = useMemo(() => filterRemarks(remarks, kinds, rule, state.query), [remarks, kinds, rule, state.query]);
  const toggle = (kind: RemarkKind) => {
    const next = new Set(kinds);
    if (!next.delete(kind)) next.add(kind);
    setKinds(next);
  };
  return (
    <div class="view">
      <div class="filters">
        {(Object.keys(WHAT) as RemarkKind[]).map((kind) => (
          <label>
            <input type="checkbox" checked={kinds.has(kind)} onChange={() => toggle(kind)} />
            {WHAT[kind]} ({remarks.filter((remark) => remark.kind === kind).length.toLocaleString("en")})
          </label>
        ))}
        <label>
          rule{" "}
          <select value={rule} onChange={(event) => setRule(event.currentTarget.value)}>
            <option value="">all</option>
            {rules.map((name) => (
              <option value={name}>{name}</option>
            ))}
          </select>
        </label>
        <output>{shown.length.toLocaleString("en")} shown</output>
      </div>
      <Table
        label="Remarks"
        items={shown}
        columns={COLUMNS}
        onOpen={(remark) => {
          state.select(remark.links, remark.ops[0] ?? -1, "remarks");
          state.show("code");
        }}
        onHover={(remark) => state.hover(remark ? remark.links : null)}
      />
    </div>
  );
}
