import { writeFile } from "node:fs/promises";
import { checkText, formatText, openSent, readText, textIn, textOfState } from "../request/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { diagnosticLine, fileBounds, findingLine, readRequestFile } from "./request-file.ts";

/** `format`: a request as a text, laid out; a request in JSON as its text, and a text as JSON. */
export async function formatCommand(call: Call): Promise<ExitStatus> {
  const [path = ""] = call.arguments;
  const { write, check, json } = call.options;
  const notation = call.options["words"] === true ? "words" : call.options["code"] === true ? "code" : null;
  if (json === true && (write === true || check === true))
    throw new UsageError("--json prints the request; --write and --check are about its text.");
  const file = await readRequestFile(call, path);
  if (file === null) return 1;
  const turned = (text: string): string => (notation === null ? text : (textIn(text, notation) ?? text));
  if (file.kind === "json") {
    const { state, diagnostics } = openSent(file.json, { kind: "request", mode: "edit" });
    for (const diagnostic of diagnostics) call.err(diagnosticLine(diagnostic));
    call.out(json === true ? jsonText(file.json) : formatText(turned(textOfState(state))));
    return diagnostics.some(({ severity }) => severity === "error") ? 1 : 0;
  }
  const read = readText(file.text);
  const { json: request, findings } = checkText(read, fileBounds());
  for (const found of findings) call.err(findingLine(path, read.text, found));
  const broken = findings.some(({ severity }) => severity === "error");
  if (json === true) {
    call.out(jsonText(request));
    return broken ? 1 : 0;
  }
  const laid = formatText(turned(file.text));
  if (write === true && laid !== file.text) await writeFile(path, laid);
  if (check === true && laid !== file.text) call.err(`${path} is not laid out as format writes it.\n`);
  if (write !== true && check !== true) call.out(laid);
  return broken || (check === true && laid !== file.text) ? 1 : 0;
}

const jsonText = (json: unknown): string => `${JSON.stringify(json, null, 2)}\n`;
