import { useMemo } from "react";
import type { ReactNode } from "react";
import { openRequest } from "../../request/index.ts";
import type { RequestState } from "../../request/index.ts";
import { Review } from "./Review.tsx";
import { ReviewedRequest } from "./use-request.ts";

export interface RequestReviewProps {
  readonly kind: RequestState["kind"];
  readonly name: string;
  readonly request: object;
}

/** The review of a request that may be looked at and not changed, whatever is being written in the builder. */
export default function RequestReview({ kind, name, request }: RequestReviewProps): ReactNode {
  const state = useMemo(() => {
    const opened = openRequest(request, kind, "edit").state;
    return { ...opened, dataRange: { ...opened.dataRange, requestName: name } };
  }, [kind, name, request]);
  return (
    <ReviewedRequest value={state}>
      <Review readOnly />
    </ReviewedRequest>
  );
}
