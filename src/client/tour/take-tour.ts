import { navigate } from "wouter/use-browser-location";
import { startTour } from "../state/slices/tour.ts";

/** Begins the tour, in the builder. */
export function takeTour(): void {
  if (location.pathname !== "/data-request") navigate("/data-request");
  startTour(true);
}
