import { expect, test } from "vitest";
import {
  cardState,
  choose,
  enterText,
  freshRequest,
  selectDataPoint,
  selectTab,
  submission,
  submit,
  withSuggestedName,
} from "../../src/request/index.ts";
import type { RequestState } from "../../src/request/index.ts";
import type { CardTitle } from "../../src/vocabulary/index.ts";
import { placeOf, TODAY, UNLIMITED } from "./builder-forms.ts";

const fresh = freshRequest(TODAY);
const nameOf = (state: RequestState, title: CardTitle = "Daily"): string | undefined =>
  placeOf(withSuggestedName(state, "columns", title), "columns", title).selected.name;
const add = (state: RequestState): RequestState =>
  submit(withSuggestedName(state, "columns", "Daily"), "columns", "Daily", UNLIMITED);

test("a new column has a name by its words until somebody gives it another", () => {
  expect(nameOf(fresh)).toBe("Open");
  const close = selectDataPoint(fresh, "columns", "Daily", "close");
  expect(nameOf(close)).toBe("Close");
  const yesterday = enterText(close, "columns", "Daily", "day", "-1");
  expect(nameOf(choose(yesterday, "columns", "Daily", "adjusted", "adjusted"))).toBe("Adjusted close 1 day ago");
  expect(nameOf(enterText(yesterday, "columns", "Daily", "name", "Before"))).toBe("Before");
  expect(submission(withSuggestedName(close, "columns", "Daily"), "columns", "Daily", UNLIMITED).blocked).toBeNull();
});

test("a name that is taken is counted on", () => {
  const twice = add(add(fresh));
  expect(cardState(twice, "columns", "Daily").addedOptions.map(({ addedItem }) => addedItem)).toMatchObject([
    { options: { name: "Open" } },
    { options: { name: "Open 2" } },
  ]);
  expect(nameOf(twice)).toBe("Open 3");
});

test("what is not filled in, is a filter or is edited keeps the name it has", () => {
  expect(nameOf(selectTab(fresh, "columns", "Indicator", "Daily"), "Indicator")).toBe("");
  expect(withSuggestedName(fresh, "filters", "Daily")).toBe(fresh);
  expect(withSuggestedName(fresh, "columns", "Earnings")).toBe(fresh);
});
