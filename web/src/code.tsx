/** The texts side by side; what comes from one source op lights up in all of them. */

import type { CSSProperties } from "preact";
import { memo } from "preact/compat";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { hueStyle } from "./colours";
import { counted, placeText, WHAT } from "./data";
import { pieces } from "./highlight";
import { type PaneModel, type Row, SHOWN } from "./model";
import { useReport } from "./state";
import { ROW, useRows } from "./virtual";

export interface Hit {
  pane: number;
  line: number;
}

/** Lines that hold the query, pane by pane. */
export function findLines(panes: readonly PaneModel[], query: string): Hit[] {
  const wanted = query.toLowerCase();
  if (!wanted) return [];
  return panes.flatMap((model, pane) =>
    model.pane.lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [{ pane, line: index }] : [])),
  );
}

export function Code({ hit }: { hit: Hit | null }) {
  const { model } = useReport();
  return (
    <div class="panes" style={{ "--panes": model.panes.length }}>
      {model.panes.map((pane, index) => (
        <PaneView key={pane.pane.id} model={pane} hit={hit?.pane === index ? hit.line : -1} />
      ))}
    </div>
  );
}

function PaneView({ model, hit }: { model: PaneModel; hit: number }) {
  const state = useReport();
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(0);
  const rows = useRows(scroller, model.rows.length);
  const { selection, lit } = state;
  const id = model.pane.id;

  useEffect(() => {
    if (hit >= 0) reveal(hit);
  }, [hit, model]);
  useEffect(() => {
    if (!selection || selection.from === id) return;
    const line = model.linesOf(selection.links)[0];
    if (line !== undefined) reveal(line);
  }, [selection, model]);

  const reveal = (line: number) => {
    setCursor(line);
    rows.reveal(model.rowOf[line]!, "center");
  };
  const select = (line: number) => {
    const links = model.links[line]!;
    setCursor(line);
    state.select(links, state.model.opOf(links, model.ops[line]!), id);
  };
  const move = (line: number) => {
    const next = Math.max(0, Math.min(model.links.length - 1, line));
    setCursor(next);
    rows.reveal(model.rowOf[next]!);
    state.hover(model.links[next]!);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 30, PageUp: -30, Home: -1e9, End: 1e9 };
    if (event.key in steps) move(cursor + steps[event.key]!);
    else if (event.key === "Enter" || event.key === " ") select(cursor);
    else return;
    event.preventDefault();
  };

  return (
    <section class="pane" aria-label={model.pane.title}>
      <h2>
        {model.pane.title} <small>{counted(model.pane.lines.length, "line")}</small>
      </h2>
      <div
        class="scroller"
        id={`pane-${id}`}
        ref={scroller}
        tabIndex={0}
        role="listbox"
        aria-label={`${model.pane.title}: up and down move, Enter selects`}
        aria-activedescendant={`${id}-${cursor}`}
        onKeyDown={onKeyDown}
        onFocus={() => state.hover(model.links[cursor] ?? null)}
        onMouseLeave={() => state.hover(null)}
      >
        <div style={{ height: `${rows.height}px`, width: `max(100%, ${model.longest + 9}ch)`, position: "relative" }}>
          {rows.items.map((item) => {
            const row = model.rows[item.index]!;
            const links = model.links[row.line]!;
            const isLit = links.some((link) => lit.has(link));
            return (
              <RowView
                key={item.index}
                row={row}
                model={model}
                kind={state.model.report.clusters[model.clusters[row.line]!]?.kind ?? ""}
                top={item.start}
                lit={isLit}
                cursor={row.type === "line" && row.line === cursor}
                found={row.type === "line" && row.line === hit}
                onHover={() => state.hover(links)}
                onSelect={() => select(row.line)}
              />
            );
          })}
        </div>
      </div>
      <Ruler model={model} lit={lit} />
    </section>
  );
}

const TICKS = 300;

/** Where in the whole text lines are lit or wrong, beside the scroll bar. */
function Ruler({ model, lit }: { model: PaneModel; lit: ReadonlySet<number> }) {
  const tick = (line: number, kind: string) => (
    <i class={kind} style={{ top: `${((100 * model.rowOf[line]!) / model.rows.length).toFixed(2)}%` }} />
  );
  return (
    <div class="ruler" aria-hidden="true" style={{ maxHeight: `${model.rows.length * ROW}px` }}>
      {[...model.problems].slice(0, TICKS).map(([line, severity]) => tick(line, severity))}
      {model.linesOf(lit).slice(0, TICKS).map((line) => tick(line, "lit"))}
    </div>
  );
}

interface RowProps {
  row: Row;
  model: PaneModel;
  kind: string;
  top: number;
  lit: boolean;
  cursor: boolean;
  found: boolean;
  onHover(): void;
  onSelect(): void;
}

// Handlers are left out of the comparison: they do the same for the same row.
const RowView = memo(
  function RowView({ row, model, kind, top, lit, cursor, found, onHover, onSelect }: RowProps) {
    const place = { transform: `translateY(${top}px)`, height: `${ROW}px` };
    if (row.type !== "line") return <Said row={row} place={place} onSelect={onSelect} />;
    const problem = model.problems.get(row.line);
    const marks = ["line", lit && "lit", cursor && "cursor", found && "found", problem].filter(Boolean).join(" ");
    return (
      <div
        id={`${model.pane.id}-${row.line}`}
        role="option"
        aria-selected={lit}
        class={marks}
        data-line={row.line}
        style={{ ...place, ...(kind ? hueStyle(kind) : {}) }}
        onMouseEnter={onHover}
        onClick={onSelect}
      >
        <span class={kind ? "gutter clustered" : "gutter"} title={kind}>
          {row.line + 1}
        </span>
        <Text line={model.pane.lines[row.line]!} language={model.pane.language} />
      </div>
    );
  },
  (a, b) =>
    a.row === b.row && a.model === b.model && a.top === b.top && a.lit === b.lit && a.cursor === b.cursor &&
    a.found === b.found,
);

function Text({ line, language }: { line: string; language: string }) {
  const shown = line.length > SHOWN ? `${line.slice(0, SHOWN)}… (${line.length.toLocaleString("en")} characters)` : line;
  const parts = useMemo(() => pieces(shown, language), [shown, language]);
  return (
    <code>
      {parts.map(([text, style]) => (style ? <span class={`t-${style}`}>{text}</span> : text))}
    </code>
  );
}

function Said({ row, place, onSelect }: { row: Row; place: CSSProperties; onSelect(): void }) {
  if (row.type === "problem") {
    const { problem } = row;
    const text = `${problem.code} ${problem.cause}${problem.help ? ` — ${problem.help}` : ""}`;
    return (
      <div class={`said ${problem.severity}`} style={place} title={text} onClick={onSelect}>
        ✖ {text}
      </div>
    );
  }
  if (row.type === "remark") {
    const { remark } = row;
    const blocked = remark.blocker ? ` (blocked by ${placeText(remark.blocker)})` : "";
    const text = `${remark.rule} ${WHAT[remark.kind]}: ${remark.message}${blocked}`;
    const sign = { Passed: "✔", Missed: "○", Analysis: "ℹ" }[remark.kind];
    return (
      <div class={`said ${remark.kind.toLowerCase()}`} style={place} title={text} onClick={onSelect}>
        {sign} {text}
      </div>
    );
  }
  return null;
}
