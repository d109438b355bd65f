import type { ReactNode } from "react";
import type { ColumnStatistics } from "../../../contract/index.ts";
import { Sparkline, spreadText } from "../Sparkline.tsx";

/** How the values of a column are spread, below its name; room for it while that is being counted. */
export default function ColumnSpread({ statistics }: { readonly statistics: ColumnStatistics | null }): ReactNode {
  return (
    <span className="spread" title={statistics === null ? undefined : spreadText(statistics)}>
      {statistics !== null && <Sparkline column={statistics} height={24} />}
    </span>
  );
}
