import { identityConflicts, importFailure, settleIdentity, type IdentityConflict } from "../market/index.ts";
import { readConfig, recordCommand } from "../server/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { textOption } from "./options.ts";
import { printable } from "./printable.ts";
import { count } from "./progress.ts";
import { withMarket } from "./with-market.ts";

/** `market identities`: a line for each conflict of identifiers; settles one. Status 1 while one is open. */
export async function marketIdentities(call: Call): Promise<ExitStatus> {
  const key = textOption(call, "settle");
  const answer = textOption(call, "answer");
  if ((key === undefined) !== (answer === undefined))
    throw new UsageError("--settle and --answer go together: which conflict, and what is right.");
  try {
    const conflicts = await withMarket(call, async (market) => {
      if (key !== undefined && answer !== undefined) {
        const said = answer === "open" ? "" : answer;
        await settleIdentity(market, key, said);
        // As the screen writes it: an answer that was taken back is null.
        const details = { key, answer: said === "" ? null : said };
        await recordCommand(call.data, readConfig(call.env).databaseUrl, "identity-settled", details);
      }
      return identityConflicts(market);
    });
    return print(call, conflicts);
  } catch (error) {
    const failure = importFailure(error);
    if (failure === null) throw error;
    call.err(`${printable(failure)}\n`);
    return 1;
  }
}

function print(call: Call, conflicts: readonly IdentityConflict[]): ExitStatus {
  const line = call.options["json"] === true ? JSON.stringify : lineOf;
  for (const conflict of conflicts) call.out(`${printable(line(conflict))}\n`);
  const open = conflicts.filter(({ answer }) => answer === "").length;
  call.err(
    `${count(conflicts.length)} conflicts of identifiers, ${open === 0 ? "none open" : `${count(open)} open`}\n`,
  );
  return open === 0 ? 0 : 1;
}

const lineOf = ({ key, seen, meanwhile, choices, answer }: IdentityConflict): string =>
  `${key}: ${seen}; ${answer === "" ? `until it is settled ${meanwhile} (${choices.join(", ")})` : `settled: ${answer}`}`;
