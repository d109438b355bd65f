import { Skeleton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import "./text-skeleton.css";

/** The place of the text while it is on its way. */
export const TextSkeleton = (): ReactNode => (
  <div className="text-skeleton" role="status" aria-label="Loading the text">
    {Array.from({ length: 6 }, (_, index) => (
      <Skeleton key={index} height="16px" />
    ))}
  </div>
);
