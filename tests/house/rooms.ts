/**
 * The import rule as a table: which rooms and packages a room of `src` may name. A package stands
 * for its sub-paths too; a trailing `*` is a prefix. A room is entered by its `index.ts` only.
 */
export interface Room {
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
  /** Folder beside `src` whose JSON files it holds as data. */
  readonly data?: string;
}

const SERVER_SIDE = ["vocabulary", "formula", "request", "contract", "market", "scan", "export", "own-data"];

export const ROOMS: Readonly<Record<string, Room>> = {
  vocabulary: { rooms: [], packages: [] },
  formula: { rooms: ["vocabulary"], packages: ["@lezer/*"] },
  request: { rooms: ["formula", "vocabulary"], packages: ["@lezer/*"], data: "presets" },
  reference: { rooms: ["contract", "request", "formula", "vocabulary"], packages: [] },
  contract: { rooms: ["request", "formula", "vocabulary"], packages: ["zod"] },
  zip: { rooms: [], packages: [] },
  "own-data": { rooms: ["vocabulary", "market", "zip"], packages: [] },
  market: { rooms: ["vocabulary", "zip"], packages: ["node:*", "chdb", "@clickhouse/client"] },
  sources: { rooms: ["market", "vocabulary"], packages: ["node:*", "p-retry", "p-throttle", "zod"] },
  scan: { rooms: ["market", "request", "formula", "vocabulary"], packages: ["node:*"] },
  export: { rooms: ["market", "vocabulary", "zip"], packages: ["node:*"] },
  server: {
    rooms: [...SERVER_SIDE, "reference", "sources"],
    packages: [
      "node:*",
      "fastify",
      "@fastify/*",
      "fastify-type-provider-zod",
      "pino",
      "prom-client",
      "zod",
      "pg",
      "kysely",
      "pg-boss",
      "@node-rs/argon2",
      "@zxcvbn-ts/language-common",
      "aws4fetch",
      "nodemailer",
      "openid-client",
      "stripe",
    ],
  },
  "api-client": { rooms: ["contract"], packages: ["ofetch"] },
  client: {
    rooms: ["api-client", "contract", "request", "formula", "vocabulary", "zip"],
    packages: [
      "react",
      "react-dom",
      "@radix-ui/themes",
      "cmdk",
      "@codemirror/*",
      "@lezer/*",
      "valtio",
      "@tanstack/react-query",
      "wouter",
      "date-fns",
      "lean-qr",
    ],
  },
  charting: {
    rooms: ["api-client", "contract", "vocabulary"],
    packages: ["react", "react-dom", "@radix-ui/themes", "valtio", "lightweight-charts", "fancy-canvas"],
  },
  // The server is imported by `start` alone; everything else of the command line works without it.
  cli: { rooms: [...SERVER_SIDE, "server", "sources"], packages: ["node:*", "vite"] },
};
