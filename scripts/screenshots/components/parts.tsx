import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Failure } from "../../../src/client/account/Failure.tsx";
import { Figures } from "../../../src/client/admin/Figures.tsx";
import { Chips } from "../../../src/client/builder/Chips.tsx";
import { Info } from "../../../src/client/builder/Info.tsx";
import { OptionField } from "../../../src/client/builder/OptionField.tsx";
import { CheckMark } from "../../../src/client/editor/CheckMark.tsx";
import { HitsChart } from "../../../src/client/results/HitsChart.tsx";
import { RunProgress } from "../../../src/client/results/RunProgress.tsx";
import { SCREENS } from "../../../src/client/screens.ts";
import { Banner } from "../../../src/client/shell/Banner.tsx";
import { StudyCurve } from "../../../src/client/study/StudyCurve.tsx";
import { CopyButton } from "../../../src/client/ui/CopyButton.tsx";
import { DockHandle } from "../../../src/client/ui/DockHandle.tsx";
import { GoTo } from "../../../src/client/ui/GoTo.tsx";
import { LoadFailure } from "../../../src/client/ui/LoadFailure.tsx";
import { LoadState } from "../../../src/client/ui/LoadState.tsx";
import NothingHere from "../../../src/client/ui/NothingHere.tsx";
import { PageHead } from "../../../src/client/ui/PageHead.tsx";
import { Pager } from "../../../src/client/ui/Pager.tsx";
import { SampleRows } from "../../../src/client/ui/SampleRows.tsx";
import { KnownScreens } from "../../../src/client/ui/screen.ts";
import { SlowNote } from "../../../src/client/ui/SlowNote.tsx";
import { Waiting } from "../../../src/client/ui/Waiting.tsx";
import { state } from "./shown.ts";
import type { Shown } from "./shown.ts";

const nothing = (): void => undefined;
const FAILED = { value: null, error: "The server could not answer.", again: nothing };
const COMING = { value: null, error: null, again: nothing };
const GAP = { name: "Gap", type: "number", unit: "percent" } as const;

type Option = Parameters<typeof OptionField>[0]["option"];

const OPTION: Option = {
  name: "value",
  label: "Value",
  input: "number_input",
  choices: [],
  text: "",
  placeholder: "",
  hint: "",
  tooltip: "",
  optional: false,
  error: { isError: false, errorMessage: "" },
};

const option = (more: Partial<Option> = {}): ReactNode => (
  <OptionField option={{ ...OPTION, ...more }} onChoose={nothing} onText={nothing} onLeave={nothing} />
);

const chips = (pressed: number): ReactNode => (
  <Chips
    label="Condition"
    chips={["greater than", "less than", "equal"].map((label, at) => ({
      value: label,
      label,
      selected: at === pressed,
    }))}
    onChoose={nothing}
  />
);

const pager = (page: number): ReactNode => <Pager label="Pages" page={page} total={1_284} size={50} onPage={nothing} />;

const hits = (count: number, rows: (at: number) => number): ReactNode => (
  <HitsChart
    of=""
    hits={Array.from({ length: count }, (_, at) => ({
      date: new Date(Date.UTC(2025, 9, 1 + at)).toISOString().slice(0, 10),
      rows: rows(at),
    }))}
  />
);

const curve = (means: readonly number[]): ReactNode => {
  let [sum, peak] = [0, 0];
  const days = means.map((mean, at) => {
    sum += mean;
    peak = Math.max(peak, sum);
    return { date: `2025-10-${String(at + 1).padStart(2, "0")}`, rows: 3, mean, sum, drawdown: sum - peak };
  });
  return <StudyCurve days={days} column={GAP} />;
};

const progress = (done: number, waiting: number): ReactNode => (
  <div className="run-strip">
    <RunProgress
      status={{
        waiting,
        progress: waiting > 0 ? null : { done, total: 8, read_rows: done * 120_000, stage: "Reading minutes" },
      }}
      onCancel={nothing}
    />
  </div>
);

const CHECKS = ["idle", "loading", "success", "failure", "offline"] as const;

/** The product's own parts. */
export const PARTS: readonly Shown[] = [
  {
    name: "PageHead",
    wide: true,
    states: [
      state(
        "with a title",
        <PageHead>
          <h1>My Data</h1>
        </PageHead>,
      ),
    ],
  },
  { name: "Banner", wide: true, states: [state("open", <Banner />)] },
  {
    name: "Chips",
    states: [
      state("none chosen", chips(-1)),
      state("one chosen", chips(1)),
      state("pointed at", chips(-1), "hover"),
      state("focused", chips(-1), "focus-visible"),
    ],
  },
  { name: "Info", states: [state("at rest", <Info about="Lookback">Sessions before the day.</Info>)] },
  {
    name: "OptionField",
    states: [
      state("empty", option()),
      state("filled", option({ text: "1.05" })),
      state("with a hint", option({ label: "Among", input: "text_input", hint: "Use commas and no spaces" })),
      state(
        "wrong",
        option({
          text: "[daily close",
          error: { isError: true, errorMessage: "A data point of numbers belongs in the brackets." },
        }),
      ),
    ],
  },
  {
    name: "CheckMark",
    states: CHECKS.map((parse) => state(parse, <CheckMark check={{ findings: [], parse }} />)),
  },
  {
    name: "CopyButton",
    states: [state("at rest", <CopyButton variant="soft" text={() => ""} />)],
  },
  { name: "Pager", states: [state("first", pager(1)), state("in the middle", pager(12)), state("last", pager(26))] },
  {
    name: "Figures",
    wide: true,
    states: [
      state(
        "values",
        <Figures
          figures={[
            ["Securities", "8,412"],
            ["Daily bars", "01/02/2008 to 12/31/2025, 4,529 sessions"],
            ["Source", "–"],
          ]}
        />,
      ),
    ],
  },
  {
    name: "SampleRows",
    wide: true,
    states: [
      state(
        "rows and a missing value",
        <SampleRows
          label="First rows"
          columns={[{ name: "Symbol", type: "text", unit: null }, { name: "Date", type: "date", unit: null }, GAP]}
          rows={[
            ["AAPL", "2025-10-01", 4.8],
            ["MSFT", "2025-10-01", null],
          ]}
        />,
      ),
    ],
  },
  {
    name: "HitsChart",
    wide: true,
    states: [
      state(
        "days",
        hits(40, (at) => (at * 7) % 23),
      ),
      state(
        "one day",
        hits(1, () => 5),
      ),
      state(
        "no hits",
        hits(20, () => 0),
      ),
      state(
        "no sessions",
        hits(0, () => 0),
      ),
    ],
  },
  {
    name: "StudyCurve",
    wide: true,
    states: [state("days", curve([0.4, -0.9, 1.2, 0.3, -1.4, 0.8, 0.6]))],
  },
  {
    name: "RunProgress",
    wide: true,
    states: [state("waiting", progress(0, 2)), state("begun", progress(0, 0)), state("nearly done", progress(7, 0))],
  },
  {
    name: "LoadState",
    wide: true,
    states: [
      state("coming", <LoadState loaded={COMING} height="60px" />),
      state("failed", <LoadState loaded={FAILED} height="60px" />),
    ],
  },
  {
    name: "LoadFailure",
    wide: true,
    states: [
      state("once", <LoadFailure error="You are offline." again={nothing} />),
      state("twice", <LoadFailure error="A part of the page could not be loaded." again={nothing} reload />),
    ],
  },
  { name: "Failure", wide: true, states: [state("of a form", <Failure text="E-mail or password is wrong." />)] },
  { name: "SlowNote", states: [state("after a second", <SlowNote doing="Counting rows" />)] },
  { name: "Screen that comes", states: [state("waiting", <Waiting />)] },
  {
    name: "NothingHere",
    wide: true,
    states: [
      state("not found", <NothingHere title="This request could not be found" />),
      state(
        "with a way on",
        <NothingHere title="Page not found">
          <Button>Search</Button>
        </NothingHere>,
      ),
    ],
  },
  {
    name: "GoTo",
    wide: true,
    states: [
      state(
        "not signed in",
        <KnownScreens value={SCREENS}>
          <GoTo />
        </KnownScreens>,
      ),
    ],
  },
  {
    name: "DockHandle",
    wide: true,
    states: [state("at rest", <DockHandle />), state("focused", <DockHandle />, "focus-visible")],
  },
];
