import { defineConfig } from "vitest/config";
import { timeLimit } from "./tests/cases.ts";
import { LongestFirst } from "./tests/longest-first.ts";
import { testsOf } from "./tests/projects.ts";

/** What a test waits for comes on a slow machine too; vitest's own limit is a second. */
const POLL = { poll: { timeout: 60_000, interval: 100 } };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: [...testsOf("unit")],
          expect: POLL,
          environment: "node",
          // Files of a worker share what they import: loading the sources for each took a third of the time.
          isolate: false,
          // As many as the engine's tests have: projects that share a run must agree on it.
          maxWorkers: 3,
          setupFiles: "tests/fixed-cases.ts",
          // Laws over thousands of trees take seconds on a machine that does other things as well.
          testTimeout: timeLimit(60_000),
        },
      },
      {
        test: {
          name: "engine",
          include: [...testsOf("engine")],
          expect: POLL,
          environment: "node",
          isolate: false,
          testTimeout: timeLimit(120_000),
          hookTimeout: 120_000,
          // A tenth of the time a worker waits for what it started; three keep two cores busy.
          maxWorkers: 3,
          globalSetup: ["tests/run-folder.ts", "tests/shared-services.ts"],
          setupFiles: ["tests/fixed-cases.ts", "tests/password-work.ts"],
        },
      },
      {
        test: {
          name: "e2e",
          include: [...testsOf("e2e")],
          expect: POLL,
          environment: "node",
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // Most of a story waits for the page: two of them leave a third of two cores idle.
          maxWorkers: 3,
          globalSetup: ["tests/run-folder.ts", "tests/e2e/shared-products.ts"],
        },
      },
    ],
  },
});
