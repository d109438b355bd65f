import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { COLOURS } from "../../src/charting/canvas/colours.ts";
import { handleAt } from "../../src/charting/canvas/drawings.ts";
import { movedPoints } from "../../src/charting/canvas/moved.ts";
import { Overlay } from "../../src/charting/canvas/overlay.ts";
import { placeOf } from "../../src/charting/canvas/times.ts";
import { content, interaction } from "../../src/charting/state/chart.ts";
import {
  changeDrawing,
  click,
  dragDrawing,
  endDrag,
  placeText,
  removeDrawing,
  takeTool,
} from "../../src/charting/state/drawing.ts";
import { forgetSteps, redo, undo } from "../../src/charting/state/drawing-history.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  Object.assign(content, { symbol: "A", drawings: [] });
  Object.assign(interaction, { tool: null, selected: null, editing: null, message: null });
  forgetSteps();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(content, { symbol: "", drawings: [] });
});

/** A line at a price, drawn by one click; its id. */
function level(price: number): string {
  takeTool("horizontal_line");
  click({ time: "2025-12-01", price }, null);
  return interaction.selected ?? "";
}
const prices = (): number[] => content.drawings.map(({ points: [point] }) => point?.price ?? NaN);

test("what was moved is hit where it stands now, before it is painted again", () => {
  const id = level(10);
  const overlay = new Overlay({
    colours: COLOURS.light,
    shades: [],
    selected: null,
    place: () => content.drawings.map((drawing) => ({ drawing, points: [{ x: 0, y: drawing.points[0]?.price ?? 0 }] })),
    xOf: () => null,
  });
  const hit = (y: number) => overlay.hitTest(5, y)?.externalId ?? null;
  expect([hit(10), hit(90)]).toEqual([id, null]);
  dragDrawing(id, [{ time: "2025-12-01", price: 90 }]);
  expect([hit(10), hit(90)]).toEqual([null, id]);
  endDrag(true);
});

describe("a move of points", () => {
  const times = ["2025-12-01", "2025-12-02", "2025-12-03", "2025-12-04"];
  const axis = { times, placeOf: (time: string) => placeOf(times, time) };
  const line = [
    { time: "2025-12-01", price: 10 },
    { time: "2025-12-02", price: 20 },
  ];
  const up = (price: number): number => price + 5;

  test("of the whole moves every end, of an end that one alone", () => {
    expect(movedPoints(line, "whole", { bars: 1, price: up }, axis)).toEqual([
      { time: "2025-12-02", price: 15 },
      { time: "2025-12-03", price: 25 },
    ]);
    expect(movedPoints(line, 1, { bars: 2, price: up }, axis)).toEqual([line[0], { time: "2025-12-04", price: 25 }]);
  });

  test("stops at the first and last bar with its shape kept", () => {
    const days = (bars: number): string[] =>
      movedPoints(line, "whole", { bars, price: up }, axis).map(({ time }) => time);
    expect(days(9)).toEqual(["2025-12-03", "2025-12-04"]);
    expect(days(-9)).toEqual(["2025-12-01", "2025-12-02"]);
  });

  test("leaves a time of other bars as exact as it was, and a price that is off the scale", () => {
    const [point] = movedPoints(
      [{ time: "2025-12-02T10:15", price: 3 }],
      "whole",
      { bars: 0, price: () => null },
      axis,
    );
    expect(point).toEqual({ time: "2025-12-02T10:15", price: 3 });
  });
});

test("a drawing is taken by the end that is near, else whole; what has one point always whole", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 50 },
  ];
  const drawing = { id: "one", tool: "trend_line", symbol: "A", points: [], text: "" } as const;
  expect(handleAt({ drawing, points }, 96, 52)).toBe(1);
  expect(handleAt({ drawing, points }, 4, 2)).toBe(0);
  expect(handleAt({ drawing, points }, 50, 25)).toBe("whole");
  expect(handleAt({ drawing, points: points.slice(0, 1) }, 0, 0)).toBe("whole");
});

describe("undo and redo", () => {
  test("go through what was placed, dragged, edited and removed, a drag as one step", () => {
    const id = level(1);
    dragDrawing(id, [{ time: "2025-12-01", price: 2 }]);
    dragDrawing(id, [{ time: "2025-12-01", price: 3 }]);
    endDrag(true);
    changeDrawing(id, { points: [{ time: "2025-12-02", price: 4 }], text: "" });
    removeDrawing(id);
    const seen = [prices()];
    for (const step of [undo, undo, undo, undo, undo, redo, redo, redo, redo, redo]) {
      step();
      seen.push(prices());
    }
    expect(seen).toEqual([[], [4], [3], [1], [], [], [1], [3], [4], [], []]);
    // Of what is undone, another change leaves nothing to redo.
    undo();
    level(9);
    redo();
    expect(prices()).toEqual([4, 9]);
  });

  test("a drag that was broken off leaves everything as it was, and no step", () => {
    const id = level(1);
    dragDrawing(id, [{ time: "2025-12-03", price: 7 }]);
    endDrag(false);
    expect(prices()).toEqual([1]);
    undo();
    expect(prices()).toEqual([]);
  });

  test("are each symbol's own", () => {
    level(1);
    content.symbol = "B";
    level(2);
    undo();
    undo();
    expect(prices()).toEqual([1]);
    expect(content.drawings[0]?.symbol).toBe("A");
    content.symbol = "A";
    undo();
    expect(prices()).toEqual([]);
  });

  test("a text that is edited to nothing goes", () => {
    takeTool("text");
    click({ time: "2025-12-01", price: 1 }, null);
    placeText("breakout");
    const [drawing] = content.drawings;
    changeDrawing(drawing?.id ?? "", { points: drawing?.points ?? [], text: "" });
    expect(content.drawings).toEqual([]);
    undo();
    expect(content.drawings[0]?.text).toBe("breakout");
  });
});
