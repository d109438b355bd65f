import breadth from "../../../presets/activity/breadth.json" with { type: "json" };
import gainers from "../../../presets/activity/gainers.json" with { type: "json" };
import gapsDown from "../../../presets/activity/gaps-down.json" with { type: "json" };
import gapsUp from "../../../presets/activity/gaps-up.json" with { type: "json" };
import losers from "../../../presets/activity/losers.json" with { type: "json" };
import mostActive from "../../../presets/activity/most-active.json" with { type: "json" };
import newHighs from "../../../presets/activity/new-highs.json" with { type: "json" };
import newLows from "../../../presets/activity/new-lows.json" with { type: "json" };
import unusualVolume from "../../../presets/activity/unusual-volume.json" with { type: "json" };
import { readRequest } from "../read-request.ts";
import type { ScanRequest } from "../request.ts";

interface ActivityFile {
  readonly name: string;
  readonly description: string;
  /** The rows on top: of which column, and from which end. */
  readonly order: { readonly column: string; readonly descending: boolean };
  readonly filters: object;
  readonly columns: object;
}

/** A tile of the market activity: a request over one session, and the order of its rows. */
export interface ActivityTile extends Pick<ActivityFile, "name" | "description" | "order"> {
  /** Name of its file without the ending. */
  readonly tag: string;
  /** The request of a session, yyyy-MM-dd, as it is sent; opening the tile opens this. */
  readonly source: (session: string) => object;
  readonly request: (session: string) => ScanRequest;
}

/** The files of `presets/activity`, in the order of the page. */
const FILES: Readonly<Record<string, ActivityFile>> = {
  gainers,
  losers,
  "most-active": mostActive,
  "gaps-up": gapsUp,
  "gaps-down": gapsDown,
  "unusual-volume": unusualVolume,
  "new-highs": newHighs,
  "new-lows": newLows,
};

function tileOf(tag: string, { name, description, order, filters, columns }: ActivityFile): ActivityTile {
  const source = (session: string): object => ({
    name,
    Date_Range: { start_date: session, end_date: session },
    filters,
    columns,
    options: { data_updates: false, email_notification: false },
  });
  return {
    tag,
    name,
    description,
    order,
    source,
    request: (session) => {
      const { request, diagnostics } = readRequest(source(session), { earliest: null });
      // The files are ours, and a test reads them all.
      if (request === null) throw new Error(`presets/activity/${tag}.json: ${diagnostics[0]?.message}`);
      return request;
    },
  };
}

export const ACTIVITY_TILES: readonly ActivityTile[] = Object.entries(FILES).map(([tag, file]) => tileOf(tag, file));

/** Every security of a session; its true/false columns are the breadth of the market. */
export const ACTIVITY_BREADTH: ActivityTile = tileOf("breadth", breadth);
