import type { FastifyReply, FastifyRequest } from "fastify";
import { asksForPage } from "../page-address.ts";

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{display:grid;place-content:center;min-height:80vh;margin:0;padding:16px;text-align:center}
h1{font-size:20px;margin:0}p{max-width:480px;margin:8px 0}nav{display:flex;gap:8px 20px;flex-wrap:wrap;justify-content:center}
a{display:inline-block;padding:10px 0}`;

/** Page of an unknown address among the charts. The product's own page belongs to another origin, so this one only links there. */
const page = (product: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Page not found · Scanbook</title><link rel="icon" href="/favicon.svg"><style>${STYLE}</style></head>
<body><main><h1>Page not found</h1>
<p>There is no chart at this address. Charts open from a symbol or from a row of a result.</p>
<nav aria-label="Where to go next"><a href="${product}/">Go to My Data</a><a href="${product}/markets">Market activity</a><a href="${product}/reference">Reference</a></nav>
</main></body></html>
`;

/** Answers a browser; null where none asks for a page. */
export const answerUnknownChart = (
  product: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null =>
  asksForPage(request)
    ? reply.code(404).type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page(product))
    : null;
