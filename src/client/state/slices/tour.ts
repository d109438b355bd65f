import { proxy } from "valtio";
import { readKept, write } from "../session/kept.ts";

const KEY = "scanbook.tour";

/** The step of the tour that is shown, from 0, null while it is not; and whether the tour was asked for and has the focus. */
export const tour = proxy<{ step: number | null; focused: boolean }>({ step: null, focused: false });

/** Whether somebody in this browser went through it or skipped it: it begins by itself for the first time only. */
export const tourSeen = (): boolean => readKept(KEY, (value) => value === true) ?? false;

/** Begins it; by itself it leaves the focus where one is typing. */
export function startTour(focused: boolean): void {
  Object.assign(tour, { step: 0, focused });
}

export function showTourStep(step: number): void {
  Object.assign(tour, { step, focused: true });
}

export function endTour(): void {
  tour.step = null;
  write(KEY, true);
}
