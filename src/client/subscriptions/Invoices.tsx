import { Badge, Link, Table } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Invoice } from "../../contract/index.ts";
import { showDay } from "../ui/dates.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { Pager } from "../ui/Pager.tsx";
import { INVOICES_PER_PAGE, useInvoices } from "./billing.ts";
import { subscriptions } from "../state/slices/subscriptions.ts";
import { showMoney } from "../ui/values.ts";

/** Paid is blue, as on every transaction. */
const COLOURS = {
  paid: "blue",
  open: "orange",
  uncollectible: "red",
  void: "gray",
} as const satisfies Readonly<Record<Invoice["status"], string>>;

/** The own invoices, newest first, a page at a time. */
export function Invoices(): ReactNode {
  const invoices = useInvoices();
  const { value } = invoices;
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      {value === null ? (
        <LoadState loaded={invoices} height="120px" />
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
                    <Table.RowHeaderCell>{showDay(invoice.created_at)}</Table.RowHeaderCell>
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
          <Pager
            label="Pages of the invoices"
            page={value.page}
            total={value.total}
            size={INVOICES_PER_PAGE}
            onPage={(page) => {
              subscriptions.invoicesPage = page;
            }}
          />
        </>
      )}
    </section>
  );
}
