import type { FastifyInstance } from "fastify";
import { ROUTES } from "../contract/index.ts";
import type { Market } from "../market/index.ts";
import { answer } from "./route.ts";

/** Symbols sent for suggestions; a market may hold more. */
const SYMBOLS = 10_000;
