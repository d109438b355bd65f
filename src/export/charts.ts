import { XML } from "./package-parts.ts";
import { xmlText } from "./xml-text.ts";

/** A range of values with those that it holds. */
interface Series {
  readonly name: string;
  readonly range: string;
  readonly numbers: readonly (number | null)[];
  readonly color: string;
  /** A thin line with gaps. */
  readonly dashed?: true;
}

/** A native chart over ranges of one sheet, with the values that they hold: bars, or lines with a legend. */
export interface Chart {
  readonly kind: "bars" | "lines";
  readonly title: string;
  /** What it shows, for those who cannot see it. */
  readonly alt: string;
  /** Below the axis; texts, or numbers in a format. */
  readonly categories: { readonly range: string; readonly texts: readonly string[]; readonly format?: string };
  readonly series: readonly Series[];
  /** Format of the values. */
  readonly format: string;
  /** Ends of the axis; the program's choice when left out. */
  readonly ends?: { readonly min: number; readonly max: number };
  /** From which cell to which, counted from 0. */
  readonly at: { readonly column: number; readonly row: number; readonly toColumn: number; readonly toRow: number };
}

/** Fewer bars than these are not drawn as wide as they could be. */
const FEW = 8;

const MAIN = "http://schemas.openxmlformats.org/drawingml/2006/main";
const CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart";

const text = (size: number, of: string, bold: boolean): string =>
  `<c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${size}" b="${bold ? 1 : 0}"/></a:pPr><a:r><a:rPr lang="en-US" sz="${size}" b="${bold ? 1 : 0}">` +
  `<a:solidFill><a:srgbClr val="1F2937"/></a:solidFill></a:rPr><a:t>${xmlText(of)}</a:t></a:r></a:p></c:rich></c:tx>`;

const LABELS =
  '<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="900"><a:solidFill><a:srgbClr val="374151"/></a:solidFill></a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>';
const line = (color: string): string =>
  `<c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></a:ln></c:spPr>`;

const fill = (color: string): string => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;

/** Points of a range as they were when the file was written. */
const points = (of: readonly (string | number | null)[]): string =>
  `<c:ptCount val="${of.length}"/>${of
    .map((one, index) => (one === null ? "" : `<c:pt idx="${index}"><c:v>${xmlText(String(one))}</c:v></c:pt>`))
    .join("")}`;

function seriesXml({ kind, categories, series, format }: Chart): string {
  return series
    .map(({ name, range, numbers, color, dashed }, index) => {
      const look =
        kind === "bars"
          ? `<c:spPr>${fill(color)}</c:spPr><c:invertIfNegative val="0"/>`
          : `<c:spPr><a:ln w="${dashed ? 9525 : 25400}" cap="rnd">${fill(color)}${dashed ? '<a:prstDash val="dash"/>' : ""}</a:ln></c:spPr><c:marker><c:symbol val="none"/></c:marker>`;
      return (
        `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:v>${xmlText(name)}</c:v></c:tx>${look}` +
        `<c:cat><c:strRef><c:f>${xmlText(categories.range)}</c:f><c:strCache>${points(categories.texts)}</c:strCache></c:strRef></c:cat>` +
        `<c:val><c:numRef><c:f>${xmlText(range)}</c:f><c:numCache><c:formatCode>${xmlText(format)}</c:formatCode>${points(numbers)}</c:numCache></c:numRef></c:val>` +
        `${kind === "lines" ? '<c:smooth val="0"/>' : ""}</c:ser>`
      );
    })
    .join("");
}

function plotXml(chart: Chart): string {
  const axes = '<c:axId val="1"/><c:axId val="2"/>';
  return chart.kind === "bars"
    ? `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${seriesXml(chart)}<c:gapWidth val="${chart.categories.texts.length < FEW ? 250 : 40}"/>${axes}</c:barChart>`
    : `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${seriesXml(chart)}<c:marker val="1"/>${axes}</c:lineChart>`;
}

export function chartXml(chart: Chart): string {
  const { kind, title, categories, ends } = chart;
  const format = xmlText(chart.format);
  const legend = kind === "lines" ? `<c:legend><c:legendPos val="b"/><c:overlay val="0"/>${LABELS}</c:legend>` : "";
  return (
    `${XML}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${MAIN}"><c:roundedCorners val="0"/><c:chart>` +
    `<c:title>${text(1200, title, true)}<c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>` +
    plotXml(chart) +
    '<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/>' +
    `<c:numFmt formatCode="${xmlText(categories.format ?? "yyyy-mm-dd")}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${line("9CA3AF")}${LABELS}` +
    '<c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/></c:catAx>' +
    `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/>${ends === undefined ? "" : `<c:max val="${ends.max}"/><c:min val="${ends.min}"/>`}</c:scaling>` +
    `<c:delete val="0"/><c:axPos val="l"/><c:majorGridlines>${line("E5E7EB")}</c:majorGridlines>` +
    `<c:numFmt formatCode="${format}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>` +
    `<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${LABELS}<c:crossAx val="1"/><c:crosses val="autoZero"/><c:crossBetween val="between"/></c:valAx>` +
    `</c:plotArea>${legend}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>` +
    `<c:spPr>${fill("FFFFFF")}<a:ln w="6350">${fill("D1D5DB")}</a:ln></c:spPr></c:chartSpace>`
  );
}

/** Where the charts of a sheet stand; the n-th is `rIdn`. */
export function drawingXml(charts: readonly Chart[]): string {
  const place = (name: string, column: number, row: number): string =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  return (
    `${XML}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="${MAIN}">` +
    charts
      .map(
        ({ title, alt, at }, index) =>
          `<xdr:twoCellAnchor>${place("from", at.column, at.row)}${place("to", at.toColumn, at.toRow)}` +
          `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 2}" name="${xmlText(title)}" descr="${xmlText(alt)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
          '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>' +
          `<a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId${index + 1}"/></a:graphicData>` +
          "</a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>",
      )
      .join("") +
    "</xdr:wsDr>"
  );
}
