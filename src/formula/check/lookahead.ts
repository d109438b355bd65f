import { isOutcome, knownAtLabel } from "../known-at.ts";
import { children } from "../walk.ts";
import type { Node } from "../tree.ts";
import type { Check, Checking } from "./checking.ts";

/**
 * A filter that needs a later day picks rows with hindsight: a warning. One that needs the row's day after its close, as
 * the default window of news does, is worth knowing. Columns may look ahead; they are tagged Outcome instead.
 */
export const checkLookahead: Check = (checking) => {
  const { tree, env, facts, report } = checking;
  const { known } = facts(tree);
  if (env.use !== "filter" || known === null || !isOutcome(known)) return;
  const place = latestPart(checking, tree);
  const ahead = known.day > 0;
  const parameters = { known: knownAtLabel(known), hint: ahead ? " Rows are picked with hindsight." : "" };
  report("lookahead", place, parameters, [], ahead ? "warning" : "info");
};

/** The innermost part that is known as late as the whole. */
function latestPart({ facts }: Checking, tree: Node): Node {
  const whole = facts(tree).known;
  let part = tree;
  for (;;) {
    const inner = children(part).find((child) => {
      const { known } = facts(child);
      return known && whole && known.day === whole.day && known.minute === whole.minute;
    });
    if (!inner) return part;
    part = inner;
  }
}
