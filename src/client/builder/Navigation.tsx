import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ROUTES } from "../../contract/index.ts";
import { navigation } from "../../request/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { textActions, textCaret } from "../state/page/text-caret.ts";
import { builderView } from "../state/slices/builder-view.ts";
import { Icon } from "../ui/icons.tsx";
import type { IconName } from "../ui/icons.tsx";
import { cardId, goToCard, goToStep } from "./go-to.ts";
import { RecentRuns } from "./RecentRuns.tsx";
import { TemplateList } from "./TemplateList.tsx";
import { useContent } from "./use-request.ts";
import "./navigation.css";

const ICONS: Readonly<Record<string, IconName>> = { "date-range": "calendar", filters: "filter", columns: "columns" };

/** The step or card that stands at the top of what is seen, or has the caret. */
function useInView(): string {
  const { shown } = useSnapshot(builderView);
  const { place } = useSnapshot(textCaret);
  const [seen, setSeen] = useState("date-range");
  useEffect(() => {
    const look = (): void => {
      const marks = [...document.querySelectorAll<HTMLElement>(".builder .step, .builder .card")];
      const line = innerHeight * 0.3;
      const last = marks.filter((mark) => mark.getBoundingClientRect().top <= line).at(-1);
      setSeen(last?.id ?? "date-range");
    };
    look();
    // Scrolling does not bubble, yet is heard on its way down.
    document.addEventListener("scroll", look, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", look, { capture: true });
  }, []);
  return shown === "text" ? place : seen;
}

/** Side navigation: the three anchors, every card with its count, and what one can begin from. */
export function Navigation(): ReactNode {
  const state = useContent();
  const seen = useInView();
  return (
    <div className="navigation" data-part="">
      {navigation(state).map(({ anchor, title, count, cards }) => (
        <div key={anchor} className={seen.startsWith(anchor) ? "place seen" : "place"}>
          <a
            href={`#${anchor}`}
            aria-current={seen === anchor ? "location" : undefined}
            onClick={(event) => {
              event.preventDefault();
              goToStep(anchor);
            }}
          >
            <Icon name={ICONS[anchor] ?? "page"} /> {title} {count !== null && <span className="count">{count}</span>}
          </a>
          {cards.length > 0 && (
            <ul>
              {cards.map((card) => (
                <li key={card.title}>
                  <button
                    type="button"
                    className={seen === cardId(sideOf(anchor), card.title) ? "seen" : ""}
                    onClick={() => goToEntries(sideOf(anchor), card.title)}
                  >
                    {card.title} <span className="count">{card.count}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      <TemplateList />
      <RecentRuns />
      <a className="reference" href={ROUTES.reference.path} target="_blank" rel="noreferrer">
        <Icon name="book" /> Language reference
      </a>
    </div>
  );
}

/** In the text to the first statement of a card; to the card where it has none yet. */
function goToEntries(side: CardSide, title: CardTitle): void {
  if (textActions()?.show({ side, title }) !== true) goToCard(side, title);
}

const sideOf = (anchor: string): CardSide => (anchor === "filters" ? "filters" : "columns");
