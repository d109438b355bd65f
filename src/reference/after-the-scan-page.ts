import { AFTER_THE_SCAN } from "./after-the-scan.ts";
import { heading, list, requestText, text } from "./page.ts";
import type { Page } from "./page.ts";

export const afterTheScanPage: Page = {
  name: "after-the-scan",
  title: "After the scan, in five minutes",
  summary:
    "From a gap scan to a study of what its rows were worth, and to a sweep whose best setting is gone on the days that were held out.",
  blocks: [
    text(
      "Everything here runs on the demo market, which has one edge and no other, so that the answer is known: a stock that opens 8 % or more above its last close, with a float below 5 million shares, falls 3 % further until the close.",
    ),
    ...AFTER_THE_SCAN.flatMap(({ title, about, request, says }) => [
      heading(title),
      text(about),
      ...(request === null ? [] : [requestText(request.text)]),
      ...(says.length === 0 ? [] : [requestText(`${says.join("\n")}\n`)]),
    ]),
    heading("More"),
    list(
      "What a trade walks, what it flags and when it has no result: [trades](semantics#trade).",
      "Statements of a request: [a request as text](request-text).",
    ),
  ],
};
