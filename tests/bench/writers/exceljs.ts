import exceljs from "exceljs";
import type { Market } from "../../../src/market/index.ts";
import type { WriterJob } from "./job.ts";
import { formatOf, rowsOf } from "./rows.ts";

/** exceljs's streaming writer at its fastest: inline strings, every row committed as it comes. */
export async function write(market: Market, job: WriterJob): Promise<void> {
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    filename: job.path,
    useSharedStrings: false,
    useStyles: true,
  });
  const sheet = workbook.addWorksheet("Rows", { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = job.run.columns.map((column) => {
    const format = formatOf(column);
    return { header: column.name, width: 14, ...(format === undefined ? {} : { style: { numFmt: format } }) };
  });
  for await (const values of rowsOf(market, job)) sheet.addRow(values).commit();
  sheet.commit();
  await workbook.commit();
}
