import { readRequest } from "../../src/request/index.ts";
import type { ReadOptions, ScanRequest } from "../../src/request/index.ts";

/** A request around some filters and columns. */
export const around = (parts: object): unknown => ({
  name: "Gap and go",
  Date_Range: { start_date: "2024-01-02", end_date: "2024-03-28" },
  ...parts,
});

/** Errors as `path: message`, in order. */
export const errorsOf = (json: unknown, options?: ReadOptions): readonly string[] =>
  readRequest(json, options)
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ path, message }) => `${path}: ${message}`);

/** The request, which must have no error. */
export function requestOf(json: unknown, options?: ReadOptions): ScanRequest {
  const { request, diagnostics } = readRequest(json, options);
  if (request === null) throw new Error(`Refused: ${JSON.stringify(diagnostics)}`);
  return request;
}

/** `Technical.Daily` around a list of one entry, as the JSON has it. */
export function placed(place: string, entry: unknown): object {
  const [first = "", second] = place.split(".");
  return { [first]: second === undefined ? [entry] : { [second]: [entry] } };
}
