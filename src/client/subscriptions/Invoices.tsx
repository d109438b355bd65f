import { Badge, Button, Link, Table } from "@radix-ui/themes";
import { format } from "date-fns";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Invoice } from "../../contract/index.ts";
import { billing, INVOICES_SHOWN, loadInvoices } from "./billing.ts";
import { showMoney } from "./money.ts";
import { PartState } from "./PartState.tsx";

/** Paid is blue, as every transaction (specification, 4). */
const COLOURS = {
  paid: "blue",
  open: "orange",
  uncollectible: "red",
  void: "gray",
} as const satisfies Readonly<Record<Invoice["status"], string>>;

/** The own invoices, newest first, a page at a time. */
export function Invoices(): ReactNode {
  const { invoices } = useSnapshot(billing);
  const { value } = invoices;
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      {value === null ? (
        <PartState name="invoices" error={invoices.error} height="120px" />
      ) : value.items.length === 0 ? (
        <p className="none">No invoice yet.</p>
      ) : (
        <>
          <div className="scroll" role="region" aria-labelledby="invoices" tabIndex={0}>
            <Table.Root size="1">
              <Table.Header>
                <Table.Row>
                  <Table.ColumnHeaderCell>Date</Table.ColumnHeaderCell>
                  <Table.ColumnHeaderCell>Number</Table.ColumnHeaderCell>
                  <Table.ColumnHeaderCell>Status</Table.ColumnHeaderCell>
                  <Table.ColumnHeaderCell align="right">Total</Table.ColumnHeaderCell>
                  <Table.ColumnHeaderCell>Document</Table.ColumnHeaderCell>
                </Table.Row>
              </Table.Header>
              <Table.Body>
                {value.items.map((invoice) => (
                  <Table.Row key={invoice.id}>
                    <Table.RowHeaderCell>{format(new Date(invoice.created_at), "MMM d, yyyy")}</Table.RowHeaderCell>
                    <Table.Cell>{invoice.number ?? "–"}</Table.Cell>
                    <Table.Cell>
                      <Badge color={COLOURS[invoice.status]}>{invoice.status}</Badge>
                    </Table.Cell>
                    <Table.Cell align="right">{showMoney(invoice.total, invoice.currency)}</Table.Cell>
                    <Table.Cell>
                      {invoice.url !== null && (
                        <Link href={invoice.url}>{invoice.status === "open" ? "Pay" : "Show"}</Link>
                      )}{" "}
                      {invoice.pdf !== null && <Link href={invoice.pdf}>PDF</Link>}
                    </Table.Cell>
                  </Table.Row>
                ))}
              </Table.Body>
            </Table.Root>
          </div>
          <Pages page={value.page} last={Math.ceil(value.total / INVOICES_SHOWN)} />
        </>
      )}
    </section>
  );
}

function Pages({ page, last }: { readonly page: number; readonly last: number }): ReactNode {
  if (last <= 1) return null;
  return (
    <nav className="pages" aria-label="Pages of the invoices">
      <Button size="1" variant="soft" disabled={page <= 1} onClick={() => void loadInvoices(page - 1)}>
        Newer
      </Button>
      <span>
        {page} of {last}
      </span>
      <Button size="1" variant="soft" disabled={page >= last} onClick={() => void loadInvoices(page + 1)}>
        Older
      </Button>
    </nav>
  );
}
