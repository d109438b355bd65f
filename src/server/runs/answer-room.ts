import type { Logger } from "pino";
import type { Market } from "../../market/index.ts";
import { makeRoomForAnswers } from "../../scan/index.ts";
import type { ScanMeasures } from "./scan-measures.ts";

interface Parts {
  readonly market: Market;
  readonly answerBytes: number;
  readonly measures: ScanMeasures;
  readonly logger: Logger;
}

/** Keeps the answers to clauses within their bound. Never rejects. */
export async function keepWithinBound({ market, answerBytes, measures, logger }: Parts): Promise<void> {
  if (answerBytes === 0) return;
  try {
    measures.answersDropped(await makeRoomForAnswers(market, answerBytes));
  } catch (error) {
    logger.warn({ err: error }, "could not make room for answers");
  }
}
