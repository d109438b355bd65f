import { parseAnswer } from "../formula/index.ts";
import { checkText, readText } from "../request/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { textOption } from "./options.ts";
import { printable } from "./printable.ts";
import { fileBounds, findingLine, readRequestFile } from "./request-file.ts";

/** `parse`: the answer of `POST /parse` on standard output, one line per diagnostic on standard error. */
export async function parse(call: Call): Promise<ExitStatus> {
  const [formula = ""] = call.arguments;
  if (formula.endsWith(".scan")) return parseText(call, formula);
  const answer = parseAnswer({
    formula,
    is_filter: call.options["filter"] === true,
    column_list: textOption(call, "columns") ?? "",
    notation: call.options["words"] === true ? "words" : "code",
  });
  call.out(`${JSON.stringify(answer, null, 2)}\n`);
  for (const { severity, code, from, to, message } of answer.diagnostics) {
    call.err(`${printable(`${severity} ${code} ${from}..${to}: ${message}`)}\n`);
  }
  return answer.success ? 0 : 1;
}

/** A request's text: whether it may run, what is wrong where, and the request as JSON. */
async function parseText(call: Call, path: string): Promise<ExitStatus> {
  const file = await readRequestFile(call, path);
  if (file?.kind !== "text") return 1;
  const read = readText(file.text);
  const { request, json, findings } = checkText(read, fileBounds());
  call.out(`${JSON.stringify({ success: request !== null, diagnostics: findings, request: json }, null, 2)}\n`);
  for (const found of findings) call.err(findingLine(path, read.text, found));
  return request === null ? 1 : 0;
}
