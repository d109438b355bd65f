import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { justDone, markDone } from "../../src/client/state/slices/just-done.ts";
import { hideToast, showToast, toast } from "../../src/client/state/slices/toast.ts";
import { screenText, TIMINGS } from "../../src/vocabulary/index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a button says for a second that its work is done, and one after it takes its place for a whole one", () => {
  markDone("copy");
  vi.advanceTimersByTime(TIMINGS.transientFlag - 1);
  expect(justDone.by).toBe("copy");
  markDone("save");
  vi.advanceTimersByTime(TIMINGS.transientFlag - 1);
  expect(justDone.by).toBe("save");
  vi.advanceTimersByTime(1);
  expect(justDone.by).toBeNull();
});

test.each([
  ["by itself", undefined, TIMINGS.toast],
  ["as long as it is asked for", TIMINGS.copyToast, TIMINGS.copyToast],
])("a message goes %s", (_, asked, shown) => {
  showToast("Saved", "success", null, asked);
  vi.advanceTimersByTime(shown - 1);
  expect(toast.message).toBe("Saved");
  vi.advanceTimersByTime(1);
  expect(toast.message).toBeNull();
});

test("one message at a time: the next one takes the place, its own Undo and its own time", () => {
  const undone: string[] = [];
  showToast("First", "error", () => undone.push("first"));
  vi.advanceTimersByTime(TIMINGS.toast - 1);
  showToast("Second", "success", () => undone.push("second"));
  vi.advanceTimersByTime(TIMINGS.toast - 1);
  expect({ ...toast, undo: null }).toEqual({ message: "Second", type: "success", undo: null, more: null });
  toast.undo?.();
  expect(undone).toEqual(["second"]);
  hideToast();
  expect([toast.message, toast.undo]).toEqual([null, null]);
});

test("a message without words says that something went wrong", () => {
  showToast("", "error");
  expect(toast.message).toBe(screenText("toast-failed"));
});
