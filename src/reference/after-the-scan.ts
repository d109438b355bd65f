/** A step of the tour: what it is about, the request that it runs and what is said of it. */
interface TourStep {
  readonly title: string;
  readonly about: string;
  /** The request's name as a file in docs/after-the-scan.md, and its text; null where the step before has it. */
  readonly request: { readonly file: string; readonly text: string } | null;
  /** Lines of what comes out of it on the demo market. */
  readonly says: readonly string[];
}

/** Five minutes from a gap scan to a study and to sweeps; a test runs them and holds every line to what comes out. */
export const AFTER_THE_SCAN: readonly TourStep[] = [
  {
    title: "A scan with a trade",
    about:
      "A stock that opens 8 % above its last close, with few shares to trade, is sold short at the open and bought back at the close, with a stop 20 % above the entry. `{Net}` takes half a percent of costs off and is the request's `outcome`: what a row was worth. Paste this into the builder, or save it as `fade.scan`, and run it.",
    request: {
      file: "fade.scan",
      text: `request Gap fade
dates 2023-02-01 .. 2025-12-31
outcome {Net}

filter {gap}: [daily open adj] / [daily close -1 adj] > 1.08
filter {float}: [ownership float -1] < 5M

column {Gap}: ( [daily open adj] / [daily close -1 adj] - 1 ) * 100
column {Open}: [daily open]
column {Return}: [trade return short at '09:30' stop 20 until close]
column {Net}: {Return} - 0.5
`,
    },
    says: [],
  },
  {
    title: "The study",
    about:
      "*Study* beside the rows of the run, `study fade.scan` on the command line, or the sheet *Study* of the workbook. The mean has an interval, for which whole days are drawn again, since the rows of a day move together; beside it stands the base rate, the same trade without the filters. Here the two are far apart.",
    request: null,
    says: [
      "Net of 378 rows on 297 days, 121 securities",
      "  mean           2.337  [2.191, 2.482]",
      "  base rate      -0.4448  [-0.5406, -0.3455]  14,366 security-days, whole days drawn at random",
    ],
  },
  {
    title: "A filter that adds nothing",
    about: "The same gap with the float turned round. The interval holds the base rate: the study says so.",
    request: {
      file: "large.scan",
      text: `request Gap fade, large float
dates 2023-02-01 .. 2025-12-31
outcome {Net}

filter {gap}: [daily open adj] / [daily close -1 adj] > 1.08
filter {float}: [ownership float -1] >= 5M

column {Return}: [trade return short at '09:30' stop 20 until close]
column {Net}: {Return} - 0.5
`,
    },
    says: [
      "Net of 1,124 rows on 559 days, 335 securities",
      "  mean           -0.5564  [-0.6605, -0.4624]  not told apart from chance",
      "  base rate      -0.5047  [-0.5912, -0.4286]  22,022 security-days, whole days drawn at random",
    ],
  },
  {
    title: "A sweep that fails out of sample",
    about:
      "Somebody believes that it works in the right range of prices, and tries them all. `parameter` names the numbers to try and `hold out` locks the last third of the days. *Sweep* beside the study says what the best of so many settings makes by chance alone, and a look at the held-out days what is left of it.",
    request: {
      file: "prices.scan",
      text: `request Gap fade by price
dates 2023-02-01 .. 2025-12-31
outcome {Net}
parameter $low 5 .. 55 step 10
parameter $gap 4 .. 8 step 1
hold out last third

filter {gap}: ( [daily open adj] / [daily close -1 adj] - 1 ) * 100 > $gap
filter {float}: [ownership float -1] >= 5M
filter {price}: between([daily open], $low, $low + 10)

column {Return}: [trade return short at '09:30' stop 20 until close]
column {Net}: {Return} - 0.5
`,
    },
    says: [
      "Not told apart from chance: the best of this many settings makes as much where outcomes are shuffled within each day. 30 settings were tried.",
      "Peak: -0.13 at $low 25, $gap 5, of 81 rows on 75 days. The median of it and its neighbours is -0.59, the lowest of them -0.93.",
      "By chance alone the best of them makes -0.28 at the median, and more than -0.12 in one of twenty shuffles (199 shuffles, seed 1).",
      "$low 25, $gap 5 from 2025-01-11 to 2025-12-31: -0.3488 of 37 rows with an outcome, 37 in all, on 31 days",
    ],
  },
  {
    title: "A sweep that finds the edge",
    about: "With the float as the parameter the verdict is another one, and the held-out days agree.",
    request: {
      file: "floats.scan",
      text: `request Gap fade by float
dates 2023-02-01 .. 2025-12-31
outcome {Net}
parameter $float 5 .. 45 step 10
hold out last third

filter {gap}: [daily open adj] / [daily close -1 adj] > 1.08
filter {float}: [ownership float -1] < $float * 1M

column {Return}: [trade return short at '09:30' stop 20 until close]
column {Net}: {Return} - 0.5
`,
    },
    says: [
      "Better than chance: fewer than one in twenty shuffles of the outcomes had a best setting like this. 5 settings were tried.",
      "Peak: 2.37 at $float 5, of 261 rows on 203 days. The median of it and its neighbours is 1.67, the lowest of them 0.98.",
      "$float 5 from 2025-01-11 to 2025-12-31: 2.2573 of 117 rows with an outcome, 117 in all, on 94 days",
    ],
  },
];
