import { Button, Flex, Heading, Popover, Text } from "@radix-ui/themes";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { builderView } from "../state/slices/builder-view.ts";
import { endTour, showTourStep, tour } from "../state/slices/tour.ts";
import { TOUR_STEPS } from "./steps.ts";
import type { TourStep } from "./steps.ts";
import "./tour.css";

/** Milliseconds between looks for a part that is not on the page yet. */
const POLL_MS = 150;

function useElement({ at }: TourStep): Element | null {
  const [found, setFound] = useState<Element | null>(null);
  useEffect(() => {
    const look = (): void => {
      const element = at.map((selector) => document.querySelector(selector)).find((one) => one !== null) ?? null;
      setFound(element);
    };
    look();
    // A part is drawn anew where the view changes or its code has come.
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [at]);
  useEffect(() => {
    if (found === null) return undefined;
    found.classList.add("tour-at");
    found.scrollIntoView({ block: "nearest" });
    return () => found.classList.remove("tour-at");
  }, [found]);
  return found;
}

/** Points at four parts of the builder, one after the other; the page stays usable meanwhile. */
export default function Tour({ step }: { readonly step: number }): ReactNode {
  const { shown } = useSnapshot(builderView);
  const now = TOUR_STEPS[step];
  if (now === undefined) return null;
  return <Step key={step} step={now} place={step} title={now.title[shown]} text={now.text[shown]} />;
}

interface StepProps {
  readonly step: TourStep;
  readonly place: number;
  readonly title: string;
  readonly text: string;
}

function Step({ step, place, title, text }: StepProps): ReactNode {
  const element = useElement(step);
  const anchor = useMemo(() => ({ current: element }), [element]);
  const next = useRef<HTMLButtonElement>(null);
  const isLast = place === TOUR_STEPS.length - 1;
  const go = (to: number): void => {
    if (to < TOUR_STEPS.length) showTourStep(to);
    else endTour();
  };
  if (element === null) return null;
  return (
    <Popover.Root open onOpenChange={(open) => !open && endTour()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Content
        className="tour"
        size="1"
        width="320px"
        side={step.side}
        align="center"
        aria-label={`Tour, step ${place + 1} of ${TOUR_STEPS.length}: ${title}`}
        // The page stays usable: what is clicked there does not end the tour, Escape in it does.
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (tour.focused) next.current?.focus();
        }}
      >
        <Heading as="h2" size="2" mb="1">
          {title}
        </Heading>
        <Text as="p" size="2">
          {text}
        </Text>
        <Flex mt="3" gap="2" align="center" justify="between">
          <Text size="1" color="gray">
            {place + 1} of {TOUR_STEPS.length}
          </Text>
          <Flex gap="3" align="center">
            {!isLast && (
              <Button size="1" variant="ghost" color="gray" onClick={endTour}>
                Skip the tour
              </Button>
            )}
            {place > 0 && (
              <Button size="1" variant="soft" color="gray" onClick={() => go(place - 1)}>
                Back
              </Button>
            )}
            <Button ref={next} size="1" onClick={() => go(place + 1)}>
              {isLast ? "Done" : "Next"}
            </Button>
          </Flex>
        </Flex>
      </Popover.Content>
    </Popover.Root>
  );
}
