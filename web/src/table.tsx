/** A table of any length: filtered outside, sorted by a click on a heading, only rows in view drawn. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ROW, useRows } from "./virtual";

export interface Column<Item> {
  title: string;
  width: string;
  number?: boolean;
  value(item: Item): string | number;
  show?(item: Item): ComponentChildren;
}

interface Props<Item> {
  label: string;
  items: readonly Item[];
  columns: readonly Column<Item>[];
  sort?: number;
  onOpen(item: Item): void;
  onHover(item: Item | null): void;
}

export function Table<Item>({ label, items, columns, sort = -1, onOpen, onHover }: Props<Item>) {
  const [by, setBy] = useState({ column: sort, down: true });
  const [cursor, setCursor] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const sorted = useMemo(() => {
    const column = columns[by.column];
    if (!column) return items;
    const keyed = items.map((item) => [column.value(item), item] as const);
    const sign = by.down ? -1 : 1;
    return keyed.sort(([a], [b]) => sign * (a < b ? -1 : a > b ? 1 : 0)).map(([, item]) => item);
  }, [items, columns, by]);
  const rows = useRows(scroller, sorted.length);
  const grid = { gridTemplateColumns: columns.map((column) => column.width).join(" ") };
  const least = { minWidth: leastWidth(columns) };
  const [bar, setBar] = useState(0);
  useLayoutEffect(() => setBar(scroller.current!.offsetWidth - scroller.current!.clientWidth), [sorted.length]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -1e9, End: 1e9 };
    if (event.key in steps) {
      const next = Math.max(0, Math.min(sorted.length - 1, cursor + steps[event.key]!));
      setCursor(next);
      rows.reveal(next);
      onHover(sorted[next] ?? null);
    } else if (event.key === "Enter" && sorted[cursor]) onOpen(sorted[cursor]);
    else return;
    event.preventDefault();
  };

  return (
    <div class="table" role="table" aria-label={label} aria-rowcount={sorted.length}>
      <div class="head" role="row" style={{ ...grid, ...least, paddingRight: `${12 + bar}px` }}>
        {columns.map((column, index) => (
          <span
            role="columnheader"
            aria-sort={by.column === index ? (by.down ? "descending" : "ascending") : "none"}
            class={column.number ? "number" : ""}
          >
            <button
              onClick={() => setBy({ column: index, down: by.column === index ? !by.down : Boolean(column.number) })}
            >
              {column.title}
              {by.column === index ? (by.down ? " ▾" : " ▴") : ""}
            </button>
          </span>
        ))}
      </div>
      <div
        class="scroller"
        ref={scroller}
        style={least}
        tabIndex={0}
        aria-label={`${label}: up and down move, Enter opens`}
        onKeyDown={onKeyDown}
        onMouseLeave={() => onHover(null)}
      >
        <div style={{ height: `${rows.height}px`, position: "relative" }}>
          {rows.items.map((item) => {
            const row = sorted[item.index]!;
            return (
              <div
                key={item.index}
                role="row"
                class={item.index === cursor ? "row cursor" : "row"}
                style={{ ...grid, transform: `translateY(${item.start}px)`, height: `${ROW}px` }}
                onMouseEnter={() => onHover(row)}
                onClick={() => {
                  setCursor(item.index);
                  onOpen(row);
                }}
              >
                {columns.map((column) => {
                  const value = column.value(row);
                  const text = typeof value === "number" ? value.toLocaleString("en") : value;
                  return (
                    <span role="cell" class={column.number ? "number" : ""} title={text}>
                      {column.show ? column.show(row) : text}
                    </span>
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
      {sorted.length === 0 && <p class="empty">nothing here</p>}
    </div>
  );
}

/** The width below which the table scrolls sideways: of its columns, the gaps between them and the margins. */
function leastWidth<Item>(columns: readonly Column<Item>[]): string {
  const widths = columns.map(({ width }) => /^minmax\(([^,]+),/.exec(width)?.[1] ?? width);
  return `calc(${widths.join(" + ")} + ${10 * (columns.length - 1) + 40}px)`;
}
