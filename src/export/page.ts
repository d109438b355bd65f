import { xmlText } from "./xml-text.ts";

/** Characters of width that still read when they are fitted to a landscape page. */
const PAGE_CHARACTERS = 260;

/** Pages beside each other for so many characters of width; one for all but the widest sheets. */
export const pagesWide = (characters: number): number => Math.max(1, Math.ceil(characters / PAGE_CHARACTERS));

/** Goes before everything else of a worksheet. */
export const FIT_TO_PAGE = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';

/** Characters that a footer may have, all its parts together. */
const FOOTER = 150;

/** Landscape, as many pages high as it takes, with the name and the number of the page below; after the rows. */
export function pageXml(name: string, { wide = 1, grid = false } = {}): string {
  const title = Array.from(name.replaceAll(/\s+/g, " ").trim()).slice(0, FOOTER).join("").replaceAll("&", "&&");
  // A digit behind &L would be read as a size.
  const footer = `&L&"Calibri,Regular"&9 ${title}&C&9Page &P of &N&R&9 &A`;
  return (
    `${grid ? '<printOptions gridLines="1"/>' : ""}<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>` +
    `<pageSetup orientation="landscape" fitToWidth="${wide}" fitToHeight="0"/>` +
    `<headerFooter><oddFooter>${xmlText(footer)}</oddFooter></headerFooter>`
  );
}
