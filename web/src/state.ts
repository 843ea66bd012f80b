/** What the person is doing: view, selection, what lights up, search. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Model } from "./model";

export const VIEWS = ["code", "graph", "remarks", "costs", "roofline"] as const;
export type View = (typeof VIEWS)[number];

/** What is chosen: links that stay lit, the op, and a count that grows with each choice so that panes follow it. */
export interface Selection {
  links: readonly number[];
  op: number;
  cluster: number;
  count: number;
  /** The pane that the choice was made in; it does not move. */
  from: string;
}

export interface State {
  model: Model;
  view: View;
  query: string;
  lit: ReadonlySet<number>;
  selection: Selection | null;
  target: string;
  show(view: View): void;
  hover(links: readonly number[] | null): void;
  select(links: readonly number[], op: number, from: string, cluster?: number): void;
  selectOp(op: number, from: string): void;
  selectCluster(cluster: number, from: string): void;
  clear(): void;
  setTarget(target: string): void;
}

const Context = createContext<State | null>(null);
export const Provider = Context.Provider;

export function useReport(): State {
  const state = useContext(Context);
  if (!state) throw new Error("outside of the page");
  return state;
}
