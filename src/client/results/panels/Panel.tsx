import { Button, IconButton, Skeleton } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { failureText } from "../../../vocabulary/index.ts";
import { useNarrow } from "../../state/page/narrow.ts";
import { Icon } from "../../ui/icons.tsx";
import { SlowNote } from "../../ui/SlowNote.tsx";
import { useBackCloses } from "../../ui/use-back-closes.ts";
import type { Question } from "../loadable.ts";
import "./result-panel.css";

interface PanelProps {
  readonly title: string;
  readonly about?: string;
  readonly actions?: ReactNode;
  /** Takes the focus when it opens or this changes; null leaves the focus where it is. */
  readonly focus: number | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel beside the rows. Escape closes it. */
export function Panel({ title, about, actions, focus, onClose, children }: PanelProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useBackCloses(useNarrow(), onClose);
  useEffect(() => {
    if (focus !== null) heading.current?.focus();
  }, [focus]);
  return (
    <aside
      className="result-panel"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h3 tabIndex={-1} ref={heading}>
          {title}
          {about !== undefined && <small>{about}</small>}
        </h3>
        {actions}
        <IconButton variant="ghost" color="gray" aria-label={`Close ${title}`} onClick={onClose}>
          <Icon name="cross" />
        </IconButton>
      </header>
      <div className="result-panel-body" tabIndex={0} role="group" aria-label={title}>
        {children}
      </div>
    </aside>
  );
}

/** A loaded value; before that a placeholder of about its size, and the error with a retry where loading fails. */
export function WhenThere<T>({
  loadable,
  again,
  doing,
  children,
}: Question<T> & {
  /** What a wait of more than a second is for. */
  readonly doing: string;
  readonly children: (value: T) => ReactNode;
}): ReactNode {
  switch (loadable.phase) {
    case "loading":
      return (
        <div className="result-panel-bones" role="status" aria-label="Loading">
          {[60, 90, 75, 85].map((width) => (
            <Skeleton key={width} height="18px" width={`${width}%`} />
          ))}
          <SlowNote doing={doing} />
        </div>
      );
    case "failed":
      return (
        <div role="alert" className="result-panel-failed">
          <p>{failureText(loadable.message)}</p>
          <Button size="1" variant="soft" onClick={again}>
            <Icon name="retry" /> Try again
          </Button>
        </div>
      );
    case "ready":
      return children(loadable.value);
    default:
      return loadable satisfies never;
  }
}
