import type { CDPSession, Page } from "playwright";
import { z } from "zod";

/** What the page's thread did between two frames, in milliseconds of its processor time. */
export interface Frames {
  /** Script, style and layout by frame. */
  readonly work: readonly number[];
  /** Every task, whatever it did. */
  readonly tasks: readonly number[];
}

const TraceEvent = z.looseObject({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  /** Of the thread, so that what others do on the machine does not count. */
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.string().optional() }).optional(),
});
type TraceEvent = z.infer<typeof TraceEvent>;

const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-devtools.timeline.frame",
  "toplevel",
  "__metadata",
];
const SCRIPT =
  /^(?:FunctionCall|EvaluateScript|EventDispatch|FireAnimationFrame|TimerFire|RunMicrotasks|XHRReadyStateChange)$/;
const LAYOUT = /^(?:UpdateLayoutTree|Layout|PrePaint)$/;
const TASK = /RunTask$/;

const milliseconds = ({ dur = 0, tdur }: TraceEvent): number => (tdur ?? dur) / 1000;

/** Those that stand in no other of them. */
function outermost(events: readonly TraceEvent[]): readonly TraceEvent[] {
  let end = -Infinity;
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
}

/** What the thread of a page did by frame; frames in which it did nothing are none. */
export function framesOf(events: readonly TraceEvent[]): Frames {
  // The page is the one whose thread scripted the most.
  const threads = Map.groupBy(
    events.filter(({ ph }) => ph === "X"),
    ({ pid, tid }) => `${pid} ${tid}`,
  );
  const scripted = (all: readonly TraceEvent[]): number => all.filter(({ name }) => name === "FunctionCall").length;
  const page = [...threads.values()].toSorted((a, b) => scripted(b) - scripted(a))[0] ?? [];
  const [first] = page;
  const begins = events
    .filter(({ name, pid, tid }) => name === "BeginMainThreadFrame" && pid === first?.pid && tid === first.tid)
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b);
  const done = outermost(page.filter(({ name }) => SCRIPT.test(name) || LAYOUT.test(name)));
  const work = begins.map((from, index) => {
    const to = begins[index + 1] ?? Infinity;
    return done.filter(({ ts }) => ts >= from && ts < to).reduce((sum, event) => sum + milliseconds(event), 0);
  });
  return {
    work: work.filter((time) => time > 0),
    tasks: outermost(page.filter(({ name }) => TASK.test(name))).map(milliseconds),
  };
}

/** What a page does while something is done with it. */
export async function traced(page: Page, session: CDPSession, act: () => Promise<void>): Promise<Frames> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { readonly value: readonly unknown[] }): void => {
    for (const one of value) {
      const read = TraceEvent.safeParse(one);
      if (read.success) events.push(read.data);
    }
  };
  session.on("Tracing.dataCollected", collect);
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ["*"] },
  });
  await act();
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  session.off("Tracing.dataCollected", collect);
  return framesOf(events);
}
