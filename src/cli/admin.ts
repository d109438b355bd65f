import { admins, grantAdmin, readConfig, revokeAdmin, withAccounts } from "../server/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { printable } from "./printable.ts";

/** `admin grant EMAIL`: the first administrator is made here, and every other one. */
export async function adminGrant(call: Call): Promise<ExitStatus> {
  const [email = ""] = call.arguments;
  const reason = await accounts(call, (db) => grantAdmin(db, email));
  return reportOutcome(call, reason, `${email} is an administrator once the second factor is on (account settings).`);
}

/** `admin revoke EMAIL` */
export async function adminRevoke(call: Call): Promise<ExitStatus> {
  const [email = ""] = call.arguments;
  const reason = await accounts(call, (db) => revokeAdmin(db, email));
  return reportOutcome(call, reason, `${email} is no longer an administrator and has to sign in again.`);
}

/** `admin list` */
export async function adminList(call: Call): Promise<ExitStatus> {
  const found = await accounts(call, admins);
  const width = Math.max(0, ...found.map(({ email }) => email.length));
  for (const { email, name, status, secondFactor } of found) {
    const missing = secondFactor ? "" : "  without second factor";
    call.out(`${printable(`${email.padEnd(width)}  ${status}  ${name}${missing}`)}\n`);
  }
  if (found.length === 0) call.err("There is no administrator. Make one by `admin grant EMAIL`.\n");
  return 0;
}

const accounts = <T>(call: Call, work: Parameters<typeof withAccounts<T>>[2]): Promise<T> =>
  withAccounts(call.data, readConfig(call.env).databaseUrl, work);

function reportOutcome(call: Call, refusal: string | null, done: string): ExitStatus {
  if (refusal === null) call.out(`${done}\n`);
  else call.err(`${refusal}\n`);
  return refusal === null ? 0 : 1;
}
