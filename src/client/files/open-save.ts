import { readRequest, requestOfFormulas } from "../../request/index.ts";
import { replaceWithUndo } from "../request/undo.ts";
import { requestDocument } from "../state/document.ts";
import { showToast } from "../state/toast.ts";
import { formulasOf } from "./formulas-of.ts";
import { requestOfWorkbook } from "./workbook.ts";

/** A request as JSON is small; whatever is larger is something else. */
const JSON_LIMIT = 4 * 1024 * 1024;

/** Opens a request from a file: JSON, or a workbook with its sheet Request. */
export async function openFile(file: File): Promise<void> {
  try {
    const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    // Every zip file begins with PK, whatever it is called.
    const workbook = first === 0x50 && second === 0x4b;
    if (!workbook && file.size > JSON_LIMIT) throw new Error("This is neither a request nor a workbook.");
    const json: unknown = workbook ? await requestOfWorkbook(file) : JSON.parse(await file.text());
    openRequest(json, file.name);
  } catch (error) {
    const reason = error instanceof SyntaxError ? "It is not JSON." : error instanceof Error ? error.message : "";
    showToast(`${file.name} could not be opened. ${reason}`, "error");
  }
}

/** Puts a request in place of the one on screen; entries of the cards become the formulas they stand for. */
export function openRequest(json: unknown, from: string): void {
  const written = formulasOf(json);
  if (written !== null) {
    replaceWithUndo(written, `Opened ${written.name === "" ? from : written.name}`);
    return;
  }
  const { request, diagnostics } = readRequest(json, { earliest: null });
  if (request === null) {
    const first = diagnostics.find(({ severity }) => severity === "error");
    showToast(
      `${from} is not a valid request. ${first === undefined ? "" : `${first.path}: ${first.message}`}`,
      "error",
    );
    return;
  }
  const { name, start, end, filters, columns } = request;
  replaceWithUndo(
    {
      name,
      start,
      end,
      filters: filters.map(({ label, code }) => ({ tag: label === code ? "" : label, formula: code })),
      columns: columns.map((column) => ({ name: column.name, formula: column.code })),
    },
    `Opened ${name}`,
  );
}

/** The request on screen as a JSON file, right or wrong as it stands. */
export function saveRequest(): void {
  const { name, start, end, filters, columns } = requestDocument;
  const json = requestOfFormulas({
    name,
    start,
    end,
    filters: filters.map(({ tag, formula }) => (tag.trim() === "" ? { formula } : { tag, formula })),
    columns: columns.map((column) => ({ name: column.name, formula: column.formula })),
  });
  const link = document.createElement("a");
  const blob = new Blob([`${JSON.stringify(json, null, 2)}\n`], { type: "application/json" });
  link.href = URL.createObjectURL(blob);
  link.download = `${name.trim().replaceAll(/[^\p{L}\p{N} _()+,-]+/gu, "-") || "request"}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
