import { Button, IconButton } from "@radix-ui/themes";
import { useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import type { FunnelAnswer } from "../../contract/index.ts";
import { Icon } from "../ui/icons.tsx";
import { call } from "../state/queries/calls.ts";
import { answerOrThrow } from "../state/queries/route-query.ts";
import { useLoadable } from "./loadable.ts";
import { requestOf } from "./explanations.ts";
import { leftAfter, movedTo } from "./funnel-order.ts";
import type { ShownRun } from "./shown-run.ts";
import { showCount, showShare } from "../ui/values.ts";
import "./funnel.css";

interface Step {
  readonly label: string;
  readonly code: string;
  readonly rows: number;
}

/** Width of a step's bar, from 0 to 1: proportional to its security-days. */
const share = (rows: number, all: number): number => (all === 0 ? 0 : rows / all);

interface FunnelProps {
  readonly run: ShownRun;
  /** Which rows it counts, where the grid shows some only. */
  readonly of: string;
}

/** How many security-days each filter left; the filters can be taken in any other order to see what each costs. */
export function Funnel({ run: { id, version, status }, of }: FunnelProps): ReactNode {
  const [first, ...filters] = status.funnel;
  const given = filters.map((_, index) => index + 1);
  /** Places of the filters, from 1. */
  const [tried, setTried] = useState<{ readonly id: string; readonly order: readonly number[] }>({ id, order: given });
  const [counted, setCounted] = useState<{ readonly id: string; readonly answer: FunnelAnswer } | null>(null);
  const order = tried.id === id && tried.order.length === given.length ? tried.order : given;
  const answer = counted?.id === id && counted.answer.alone.length === given.length ? counted.answer : null;
  const turned = order.some((place, index) => place !== index + 1);
  const left = turned ? answer && leftOf(answer, order) : filters.map(({ rows }) => rows);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);

  const wanted = turned && left === null ? order : null;
  const { loadable } = useLoadable({
    queryKey: ["funnel", id, version, wanted],
    queryFn: async ({ signal }) => {
      const request = await requestOf(id, version);
      return answerOrThrow(call("funnel", { body: { request, order: wanted }, signal }));
    },
    enabled: wanted !== null,
  });
  if (loadable.phase === "ready" && loadable.value !== counted?.answer) setCounted({ id, answer: loadable.value });
  const error = wanted !== null && loadable.phase === "failed" ? loadable.message : null;

  const move = (from: number, to: number): void => {
    const next = movedTo(order, from, to);
    if (next === order) return;
    setTried({ id, order: next });
    setSaid(`${filters[(order[from] ?? 1) - 1]?.label ?? ""}: place ${to + 1} of ${order.length}`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    move(index, index + by);
  };
  const onDrag = (event: PointerEvent, index: number): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const items = [...(list.current?.querySelectorAll("li[data-place]") ?? [])];
    const over = items.findIndex((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return event.clientY >= top && event.clientY <= bottom;
    });
    if (over >= 0 && over !== index) move(index, over);
  };
  const all = first?.rows ?? 0;
  return (
    <section className="funnel" aria-label="Funnel">
      <span className="label">
        Funnel
        {of}
        {turned && (
          <Button size="1" variant="ghost" onClick={() => setTried({ id, order: given })}>
            As written
          </Button>
        )}
      </span>
      <ol ref={list}>
        {first && <Line step={first} rows={first.rows} before={null} all={all} />}
        {order.map((place, index) => {
          const step = filters[place - 1];
          if (step === undefined) return null;
          const rows = left?.[index] ?? null;
          const before = index === 0 ? all : (left?.[index - 1] ?? null);
          return (
            <Line
              key={place}
              step={step}
              rows={rows}
              before={before}
              all={all}
              place={place}
              alone={answer?.alone[place - 1]?.rows}
            >
              {filters.length > 1 && (
                <IconButton
                  size="1"
                  variant="ghost"
                  color="gray"
                  className="grip"
                  aria-label={`${step.label}: place ${index + 1} of ${order.length}`}
                  title="Drag it, or press an arrow key, to see the counts with this filter earlier or later."
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
                  onPointerMove={(event) => onDrag(event, index)}
                >
                  <Icon name="grip" size={12} />
                </IconButton>
              )}
            </Line>
          );
        })}
      </ol>
      {error !== null && <p role="alert">{error}</p>}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </section>
  );
}

/** Counts of an order: from the outcomes, or as asked for in exactly this order. */
function leftOf(answer: FunnelAnswer, order: readonly number[]): readonly number[] | null {
  const counted = leftAfter(answer.patterns, order);
  if (counted !== null) return counted;
  return answer.order.join() === order.join() ? answer.steps.map(({ rows }) => rows) : null;
}

interface LineProps {
  readonly step: Step;
  /** Null while it is being counted. */
  readonly rows: number | null;
  readonly before: number | null;
  readonly all: number;
  readonly place?: number;
  readonly alone?: number | undefined;
  readonly children?: ReactNode;
}

function Line({ step, rows, before, all, place, alone, children }: LineProps): ReactNode {
  const kept = rows === null || before === null || before === 0 ? "" : showShare(rows / before);
  const title = alone === undefined ? step.code : `${step.code}\non its own it leaves ${showCount(alone)}`;
  return (
    <li title={title} {...(place === undefined ? {} : { "data-place": place })}>
      <span className="name">
        {children}
        {step.label}
      </span>
      <span className="count">{rows === null ? "…" : showCount(rows)}</span>
      <span className="kept">{kept}</span>
      <span className="track" aria-hidden="true">
        <span style={{ width: `${share(rows ?? 0, all) * 100}%` }} />
      </span>
    </li>
  );
}
