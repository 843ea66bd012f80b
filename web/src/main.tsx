/** The page. */

import { render } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Code, findLines } from "./code";
import { Costs } from "./costs";
import type { Report } from "./data";
import { Details } from "./details";
import { buildTree, findLeaves, GraphView } from "./graph";
import { Header, Problems } from "./header";
import { Model } from "./model";
import { Remarks } from "./remarks";
import { Roofline } from "./roofline";
import { Provider, type Selection, type State, type View, VIEWS } from "./state";
import "./styles.css";

const NOTHING: ReadonlySet<number> = new Set();
const TITLES: Record<View, string> = {
  code: "Code",
  graph: "Graph",
  remarks: "Remarks",
  costs: "Costs",
  roofline: "Roofline",
};

function App({ report }: { report: Report }) {
  const model = useMemo(() => new Model(report), [report]);
  const tree = useMemo(() => buildTree(model), [model]);
  const [view, show] = useState<View>("code");
  const [query, setQuery] = useState("");
  const [hit, setHit] = useState(0);
  const [hovered, setHovered] = useState<readonly number[] | null>(null);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [target, setTarget] = useState(report.target);
  const search = useRef<HTMLInputElement>(null);

  const select = useCallback((links: readonly number[], op: number, from: string, cluster = -1) => {
    setSelection((before) => ({ links, op, cluster, from, count: (before?.count ?? 0) + 1 }));
  }, []);
  const clear = useCallback(() => setSelection(null), []);
  const hover = useCallback((links: readonly number[] | null) => setHovered(links?.length ? links : null), []);
  const selectOp = useCallback((op: number, from: string) => select(model.linksOfOp(op), op, from), [model]);
  const selectCluster = useCallback(
    (cluster: number, from: string) => {
      const one = report.clusters[cluster]!;
      select(one.links, one.ops[0] ?? -1, from, cluster);
    },
    [report],
  );
  const lit = useMemo(() => new Set(hovered ?? selection?.links ?? NOTHING), [hovered, selection]);
  const lines = useMemo(() => (view === "code" ? findLines(model.panes, query) : []), [view, model, query]);
  const leaves = useMemo(() => (view === "graph" ? findLeaves(tree, model, query) : []), [view, tree, model, query]);
  const hits = view === "code" ? lines.length : view === "graph" ? leaves.length : -1;
  const step = (by: number) => hits > 0 && setHit((hit + by + hits) % hits);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (event.key === "/" && !typing) {
        event.preventDefault();
        search.current?.focus();
      } else if (event.key === "Escape") {
        setQuery("");
        clear();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  const state: State = {
    model, view, query, lit, selection, target,
    show, hover, select, selectOp, selectCluster, clear, setTarget,
  };
  return (
    <Provider value={state}>
      <Header />
      <Problems />
      <nav>
        <Tabs view={view} show={show} />
        <span class="search">
          <input
            ref={search}
            type="search"
            placeholder="Search ( / )"
            aria-label="Search"
            value={query}
            onInput={(event) => {
              setQuery(event.currentTarget.value);
              setHit(0);
            }}
            onKeyDown={(event) => event.key === "Enter" && step(event.shiftKey ? -1 : 1)}
          />
          {query && hits >= 0 && (
            <>
              <output aria-live="polite">{hits ? `${Math.min(hit, hits - 1) + 1} of ${hits.toLocaleString("en")}` : "nothing"}</output>
              <button aria-label="Previous hit" onClick={() => step(-1)}>↑</button>
              <button aria-label="Next hit" onClick={() => step(1)}>↓</button>
            </>
          )}
        </span>
      </nav>
      <main>
        <div id="view" role="tabpanel" aria-label={TITLES[view]}>
        {view === "code" && <Code hit={lines[hit] ?? null} />}
        {view === "graph" && <GraphView tree={tree} hit={leaves[hit] ?? null} />}
        {view === "remarks" && <Remarks />}
        {view === "costs" && <Costs />}
        {view === "roofline" && <Roofline />}
        </div>
        <Details />
      </main>
    </Provider>
  );
}

function Tabs({ view, show }: { view: View; show(view: View): void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = VIEWS[(VIEWS.indexOf(view) + by + VIEWS.length) % VIEWS.length]!;
    show(next);
    document.getElementById(`tab-${next}`)?.focus();
    event.preventDefault();
  };
  return (
    <div role="tablist" onKeyDown={onKeyDown}>
      {VIEWS.map((one) => (
        <button
          id={`tab-${one}`}
          role="tab"
          aria-selected={one === view}
          aria-controls="view"
          tabIndex={one === view ? 0 : -1}
          onClick={() => show(one)}
        >
          {TITLES[one]}
        </button>
      ))}
    </div>
  );
}

const data = document.getElementById("report-data")?.textContent ?? "null";
const report = JSON.parse(data) as Report | null;
const place = document.getElementById("app")!;
if (report) {
  document.title = `${report.source.split("/").at(-1)} — hlo2penguin report`;
  render(<App report={report} />, place);
} else {
  place.textContent = "This page has no report in it; `hlo2penguin report` puts one there.";
}
