/** Reads files out of zip archives, in the browser and in Node: the workbooks that users open, and Lean's data. */
export { bytesSource, readZip, ZipError, type Inflate, type ZipFile, type ZipSource } from "./read-zip.ts";
export { attribute, decode, sharedTexts, sheetPath, sheetTags, tokens, xmlPart } from "./sheet-xml.ts";
