import { letter } from "./cells.ts";
import { XML } from "./package-parts.ts";
import { xmlText } from "./xml-text.ts";

/** What the header of an Outcome column says when one points at it. */
const OUTCOME_NOTE =
  "Outcome: known only after the close of this row's day. It looks ahead, so it tells what came of a hit and cannot choose one.";

/** Notes at the headers of columns, by their places: the texts, and the shapes that show them. */
export interface HeaderNotes {
  readonly comments: string;
  readonly shapes: string;
}

const AUTHOR = "Scanbook";

/** Notes at the headers of Outcome columns; `sheet` numbers the shapes of a workbook. */
export function outcomeNotes(places: readonly number[], sheet: number): HeaderNotes {
  const comments = places.map(
    (place) =>
      `<comment ref="${letter(place)}1" authorId="0"><text><r><rPr><sz val="9"/><rFont val="Calibri"/></rPr><t>${xmlText(OUTCOME_NOTE)}</t></r></text></comment>`,
  );
  const shapes = places.map(
    (place, index) =>
      `<v:shape id="_x0000_s${sheet * 1024 + index + 1}" type="#_x0000_t202" alt="${xmlText(OUTCOME_NOTE)}" ` +
      'style="position:absolute;margin-left:60pt;margin-top:2pt;width:220pt;height:62pt;z-index:1;visibility:hidden" ' +
      'fillcolor="#fff1dc" o:insetmode="auto"><v:fill color2="#fff1dc"/><v:path o:connecttype="none"/>' +
      '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"/></v:textbox>' +
      '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>' +
      `<x:Anchor>${place + 1}, 15, 0, 4, ${place + 4}, 40, 4, 6</x:Anchor><x:AutoFill>False</x:AutoFill>` +
      `<x:Row>0</x:Row><x:Column>${place}</x:Column></x:ClientData></v:shape>`,
  );
  return {
    comments:
      `${XML}<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
      `<authors><author>${AUTHOR}</author></authors><commentList>${comments.join("")}</commentList></comments>`,
    shapes:
      '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ' +
      'xmlns:x="urn:schemas-microsoft-com:office:excel">' +
      `<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${sheet}"/></o:shapelayout>` +
      '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">' +
      '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>' +
      `${shapes.join("")}</xml>`,
  };
}
