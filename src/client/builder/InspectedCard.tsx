import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import {
  activePlace,
  cardState,
  formOfNewPoint,
  draftsRenamed,
  formOfRow,
  withEntriesOf,
  withRowOpened,
} from "../../request/index.ts";
import type { CardForm as Form, Item, RequestState } from "../../request/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { entryLimits, productNow } from "../state/queries/product.ts";
import { change } from "../state/slices/builder.ts";
import { CardForm } from "./CardForm.tsx";
import { HeldForm } from "./form-holder.ts";
import { itemAt, withForm } from "./inspected.ts";
import type { InspectedEntry } from "./inspected.ts";

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether no other data point was chosen. */
const samePoint = (side: CardSide, title: CardTitle, before: Form, after: Form): boolean =>
  before.kind !== "ordinary" ||
  after.kind !== "ordinary" ||
  activePlace(side, title, before)?.point.name === activePlace(side, title, after)?.point.name;

/** The form as it was left, and the entry it was left for: one that was changed elsewhere since is loaded anew. */
interface Left {
  readonly item: Item | undefined;
  readonly form: Form;
}

/** The card of an entry, filled in: what is chosen in it is in the request at once. */
export function InspectedCard({ entry }: { readonly entry: InspectedEntry }): ReactNode {
  const { place, state: shown } = entry;
  const { side, title, index } = place;
  const [left, setLeft] = useState<Left | null>(null);
  const loaded = useMemo(() => formOfRow(shown, side, title, index), [shown, side, title, index]);
  const form = left !== null && same(left.item, itemAt(shown, place)) ? left.form : loaded;
  /** As of this moment: one click may change it twice. */
  const latest = useRef({ state: shown, form });
  useLayoutEffect(() => {
    latest.current = { state: shown, form };
  });
  if (form === null) return null;

  /** Puts a form that is complete into the request; another name waits until it is whole. */
  const put = (next: Form, typed: boolean): void => {
    const { state } = latest.current;
    const changed = withForm({ state, place }, next, entryLimits(productNow()));
    const waits = changed === null || (typed && changed.rename !== null);
    latest.current = { state: waits ? state : changed.state, form: next };
    setLeft({ item: waits ? itemAt(state, place) : changed.item, form: next });
    if (waits) return;
    const { rename } = changed;
    change(
      `edit ${title.toLowerCase()}`,
      (now) => {
        const edited = withEntriesOf(now, changed.state);
        return rename === null ? edited : draftsRenamed(edited, rename.from, rename.to);
      },
      { typed: typed && rename === null, rename },
    );
  };
  const settle = (): void => {
    if (latest.current.form !== null) put(latest.current.form, false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) settle();
  };
  const holder = {
    state: withRowOpened(shown, side, title, index, form),
    change: (transition: (state: RequestState) => RequestState, typed = false): void => {
      const { state, form: now } = latest.current;
      if (now === null) return;
      const next = cardState(transition(withRowOpened(state, side, title, index, now)), side, title).form;
      const row = itemAt(state, place);
      put(
        row === undefined || samePoint(side, title, now, next) ? next : formOfNewPoint(next, row, side, title),
        typed,
      );
    },
    live: true,
  };
  return (
    <HeldForm value={holder}>
      <div className="inspector-card" onBlur={settle} onKeyDown={onKeyDown}>
        <CardForm side={side} title={title} />
      </div>
    </HeldForm>
  );
}
