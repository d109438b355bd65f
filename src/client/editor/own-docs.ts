import { knownAtText } from "../../formula/index.ts";
import type { Node } from "../../formula/index.ts";
import { OWN_LABEL, ownKey } from "../../vocabulary/index.ts";
import { ownItemsNow } from "../state/queries/own-data.ts";
import { routeQuery } from "../state/queries/route-query.ts";
import { queryClient } from "../state/queries/query-client.ts";
import { daysText } from "../lists/days-text.ts";
import { showMoment } from "../ui/dates.ts";
import { showCount } from "../ui/values.ts";
import type { Docs } from "./docs.ts";

/** Something of the account's own that a formula names. */
export interface OwnNamed {
  readonly kind: "list" | "numbers";
  readonly name: string;
}

/** What a node names of the account's own; null where it names nothing of it. */
export function ownNamedBy(node: Node | null): OwnNamed | null {
  if (node?.kind !== "call" || node.args[0]?.kind !== "text") return null;
  if (node.name !== "in_list" && node.name !== "mine") return null;
  return { kind: node.name === "in_list" ? "list" : "numbers", name: node.args[0].value };
}

const LABEL: Docs = {
  title: `[mine ${OWN_LABEL.name}]`,
  meaning: "The label that you gave to the day in the gallery of charts.",
  facts: [["Known", knownAtText(OWN_LABEL.known)]],
  example: null,
};

interface OwnDocs extends Docs {
  readonly id: string | null;
}

/** What is known of a list or number without asking for its rows; null where the account has none of that name. */
export function docsOfOwn({ kind, name }: OwnNamed): OwnDocs | null {
  const key = ownKey(name);
  if (kind === "numbers" && key === OWN_LABEL.name) return { ...LABEL, id: null };
  const item = ownItemsNow().find((one) =>
    kind === "list"
      ? one.kind === kind && ownKey(one.name) === key
      : one.fields.some((field) => ownKey(field.name) === key),
  );
  if (item === undefined) return null;
  const { id, rows, updated_at: changed } = item;
  const about = [
    ["Rows", showCount(rows)],
    ["Changed", showMoment(changed)],
  ] as const;
  if (kind === "list") {
    const meaning = "A list of yours: true where the symbol is on it on the row's day.";
    return { id, title: `in_list("${item.name}")`, meaning, facts: about, example: null };
  }
  const field = item.fields.find((one) => ownKey(one.name) === key);
  return {
    id,
    title: `[mine ${field?.name ?? name}]`,
    meaning: `A number of yours, of the symbol and exactly that day, from ${item.name}.`,
    facts: [
      ["Unit", field === undefined || field.unit === "plain" ? null : field.unit],
      ["Known", field === undefined ? null : knownAtText(field.known)],
      ...about,
    ],
    example: null,
  };
}

/** The same with its first and last day, which the server reads out of its rows. */
export async function wholeDocsOfOwn(named: OwnNamed): Promise<Docs | null> {
  const docs = docsOfOwn(named);
  if (docs === null || docs.id === null) return docs;
  const report = routeQuery("ownDataReport", { params: { id: docs.id } });
  const days = await queryClient.fetchQuery({ ...report, staleTime: 60_000 }).then(
    (answer) => answer.days,
    () => null,
  );
  return days === null ? docs : { ...docs, facts: [...docs.facts, ["Days", daysText(days)]] };
}
