/** Lists and numbers that people bring along: read out of CSV files and workbooks, checked row by row, compared with the market. */
export { readTable } from "./read-table.ts";
export { OwnFileError, type FileMistake, type Table } from "./table.ts";
export { joinedLists, listOf, listRows } from "./list-of.ts";
export { joinedNumbers, numbersOf, rowsOfField, type OwnNumbers } from "./numbers-of.ts";
export { dateText, dayNumber } from "./days.ts";
