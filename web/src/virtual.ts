/** Only the rows in view: rows of one height in a scrolling element. */

import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";

export const ROW = 20;

export interface Rows {
  items: VirtualItem[];
  height: number;
  reveal(index: number, align?: "auto" | "center"): void;
}

export function useRows(scroller: RefObject<HTMLElement | null>, count: number): Rows {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const held = useRef<Virtualizer<HTMLElement, HTMLElement> | null>(null);
  const options = {
    count,
    estimateSize: () => ROW,
    getScrollElement: () => scroller.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: 12,
    onChange: () => redraw(0),
  };
  held.current ??= new Virtualizer<HTMLElement, HTMLElement>(options);
  held.current.setOptions(options);
  const virtualizer = held.current;
  useEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    reveal: (index, align = "auto") => virtualizer.scrollToIndex(index, { align }),
  };
}
