import { z } from "zod";
import { RunParams } from "./data-request-schemas.ts";
import { TicketBody } from "./results.ts";
import type { Route } from "./route.ts";

/** An address of this server from which one file can be fetched, once, without a header. */
const Ticket = z.strictObject({ address: z.string(), expires_at: z.string() });
const TicketParams = z.strictObject({ ticket: z.string().regex(/^[\w-]{43}$/) });

/** Files by a plain link: a browser writes them to the disk as they come. */
export const DOWNLOAD_ROUTES = {
  downloadTicket: {
    method: "POST",
    path: "/v1/data-requests/:id/ticket",
    summary: "Writes the file of a request and gives an address from which it can be fetched once, within a minute",
    access: "user",
    scope: "excel",
    // It reads what export reads.
    params: RunParams,
    body: TicketBody,
    answer: Ticket,
    status: 201,
    problems: ["not-found", "bad-request", "not-finished", "gone", "engine-down", "disk-full"],
  },
  download: {
    method: "GET",
    path: "/v1/downloads/:ticket",
    summary: "The file of a ticket, or a redirect to where it is stored; the ticket is used up",
    access: "public",
    params: TicketParams,
    answer: "file",
    status: 200,
    problems: ["bad-request", "not-found", "gone", "engine-down", "disk-full"],
  },
} as const satisfies Record<string, Route>;
