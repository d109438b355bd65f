import { parseAnswer } from "../formula/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { textOption } from "./options.ts";
import { printable } from "./printable.ts";

/** `parse`: the answer of `POST /parse` on standard output, one line per diagnostic on standard error. */
export async function parse(call: Call): Promise<ExitStatus> {
  const [formula = ""] = call.arguments;
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
