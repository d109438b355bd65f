import { Button, IconButton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { hideToast, toast } from "../state/slices/toast.ts";
import { Icon } from "../ui/icons.tsx";
import type { ToastAction } from "../state/slices/toast.ts";
import "./toast.css";

/** One message at a time, announced to screen readers, gone by itself. */
export function ToastMessage(): ReactNode {
  const { message, type, undo, more } = useSnapshot(toast);
  return (
    <div className="toast-place" role="status" aria-live="polite">
      {message !== null && (
        <div className={type === "error" ? "toast error" : "toast success"}>
          <Icon name={type === "success" ? "check" : "warning"} />
          <span>{message}</span>
          {(undo !== null || more !== null) && (
            <span className="toast-actions">
              {undo !== null && <ToastButton label="Undo" run={undo} />}
              {more !== null && <ToastButton label={more.label} run={more.run} />}
            </span>
          )}
          <IconButton size="1" variant="ghost" color="gray" aria-label="Close" onClick={hideToast}>
            <Icon name="cross" size={12} />
          </IconButton>
        </div>
      )}
    </div>
  );
}

const ToastButton = ({ label, run }: ToastAction): ReactNode => (
  <Button
    size="1"
    variant="soft"
    onClick={() => {
      hideToast();
      run();
    }}
  >
    {label}
  </Button>
);
