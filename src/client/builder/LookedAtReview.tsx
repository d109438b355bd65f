import { useMemo } from "react";
import type { ReactNode } from "react";
import { openRequest } from "../../request/index.ts";
import type { RequestState } from "../../request/index.ts";
import { Review } from "./Review.tsx";
import { LookedAt } from "./use-request.ts";

export interface LookedAtReviewProps {
  readonly kind: RequestState["kind"];
  readonly name: string;
  readonly request: object;
}

/** The review of a request that may be looked at and not changed, whatever is being written in the builder. */
export default function LookedAtReview({ kind, name, request }: LookedAtReviewProps): ReactNode {
  const state = useMemo(() => {
    const opened = openRequest(request, kind, "edit").state;
    return { ...opened, dataRange: { ...opened.dataRange, requestName: name } };
  }, [kind, name, request]);
  return (
    <LookedAt value={state}>
      <Review readOnly />
    </LookedAt>
  );
}
