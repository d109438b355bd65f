import { AGGREGATES, ownNamed, SECURITY_GROUPS } from "../../vocabulary/index.ts";
import type { ArgumentRule, CallEntry } from "../../vocabulary/index.ts";
import { numberText, textLiteral } from "../code/literal-text.ts";
import { hint, nearest } from "../code/nearest.ts";
import { replace } from "../diagnostic.ts";
import type { Fix } from "../diagnostic.ts";
import type { Argument, Node } from "../tree.ts";
import type { Check, Checking } from "./checking.ts";
import { callOf, isNode, literal, ruleAt } from "./facts.ts";

/** Functions get the number of arguments that they take, each of the right kind. */
export const checkArguments: Check = (checking) => {
  for (const node of checking.nodes) {
    if (node.kind !== "call") continue;
    const entry = callOf(node.name);
    if (!entry) continue;
    if (!(isGrouped(entry, node.args) || countFits(entry, node.args.length))) {
      const { signature } = entry;
      checking.report("argument-count", node, { signature, expected: expectedCount(entry), count: node.args.length }, [
        tooMany(entry, node),
      ]);
      // The given arguments can still be checked, unless it is unclear which is which.
      if (node.args.length > entry.arguments.length) continue;
    }
    for (const [index, arg] of node.args.entries()) checkArgument(checking, entry, node.args, index, arg);
  }
};

/** `avg(x, by sector)`: the group in place of what follows the first argument. */
const isGrouped = (entry: CallEntry, args: readonly Argument[]): boolean =>
  entry.orGroup === true && args.length === 2 && args[1]?.kind === "group";

const minArguments = (entry: CallEntry): number => entry.arguments.length - (entry.optional ?? 0);

const countFits = (entry: CallEntry, count: number): boolean =>
  count >= minArguments(entry) && (entry.repeats === true || count <= entry.arguments.length);

/** Fix that removes the arguments beyond the last one. */
function tooMany(entry: CallEntry, { args }: Extract<Node, { kind: "call" }>): Fix | null {
  const [last, end] = [args[entry.arguments.length - 1], args.at(-1)];
  if (!last || !end || last === end) return null;
  return replace("Remove what it does not take", { from: last.to, to: end.to }, "");
}

/** Fix with the nearest allowed number; null where the argument is not a number. */
function nearestLiteral(arg: Argument, { min, max, whole }: Extract<ArgumentRule, { kind: "literal" }>): Fix | null {
  const value = literal(arg);
  if (value === null) return null;
  // A count of days written as an offset: change(x, -5).
  const meant = min >= 0 && value < 0 ? -value : value;
  const right = numberText(Math.min(Math.max(whole ? Math.round(meant) : meant, min), max));
  return replace(`Write ${right}`, arg, right);
}

function expectedCount(entry: CallEntry): string {
  const most = entry.arguments.length;
  const count = entry.repeats
    ? `at least ${minArguments(entry)}`
    : minArguments(entry) === most
      ? `${most}`
      : `${minArguments(entry)} to ${most}`;
  return `${count} argument${count === "1" ? "" : "s"}`;
}

function checkArgument(
  checking: Checking,
  entry: CallEntry,
  args: readonly Argument[],
  index: number,
  arg: Argument,
): void {
  const { facts, report } = checking;
  const rule = ruleAt(entry, index);
  const { signature } = entry;
  const name = entry.arguments[Math.min(index, entry.arguments.length - 1)]?.name ?? "";
  if (!rule) return;
  if (isGrouped(entry, args)) {
    const found = isNode(arg) ? facts(arg).type : "unknown";
    const expected = entry.name === "count" ? "boolean" : "number";
    if (index === 0 && found !== "unknown" && found !== expected)
      report("argument-type", arg, { signature: `${entry.name}(x, by group)`, name: "x", expected, found });
    return;
  }
  if (arg.kind === "group" && rule.kind !== "group") {
    report("argument-no-group", arg, { signature });
    return;
  }
  switch (rule.kind) {
    case "group":
      if (arg.kind !== "group")
        report("argument-group", arg, {
          signature,
          groups: SECURITY_GROUPS.map(({ name: group }) => group).join(", "),
        });
      return;
    case "aggregate":
      if (arg.kind !== "aggregate")
        report("argument-aggregate", arg, { signature, aggregates: AGGREGATES.map((one) => one.name).join(", ") });
      return;
    case "aggregated": {
      const over = args[rule.by];
      const expected = over?.kind === "aggregate" ? AGGREGATES.find((one) => one.name === over.of)?.of : undefined;
      if (!isNode(arg)) report("argument-no-range", arg, { signature });
      else if (expected !== undefined && facts(arg).type !== "unknown" && facts(arg).type !== expected)
        report("argument-type", arg, { signature, name, expected, found: facts(arg).type });
      return;
    }
    case "range":
      if (arg.kind !== "range" && literal(arg) === null) report("argument-range", arg, { signature });
      return;
    case "day": {
      const day = literal(arg);
      if (day === null || !Number.isInteger(day))
        report("argument-literal", arg, { signature, name, expected: "a whole number of sessions" });
      return;
    }
    case "literal": {
      const value = literal(arg);
      const fits = value !== null && value >= rule.min && value <= rule.max && (!rule.whole || Number.isInteger(value));
      const kind = rule.whole ? "a whole number" : "a number";
      const expected = `${kind} from ${numberText(rule.min)} to ${numberText(rule.max)}`;
      if (!fits) report("argument-literal", arg, { signature, name, expected }, [nearestLiteral(arg, rule)]);
      return;
    }
    case "symbol":
      if (arg.kind !== "text" || arg.value.trim() === "")
        report("argument-literal", arg, { signature, name, expected: 'a symbol in quotes, such as "SPY"' });
      return;
    case "own-list":
    case "own-number":
      checkOwn(checking, rule.kind, arg);
      return;
    case "value": {
      if (!isNode(arg)) {
        report("argument-no-range", arg, { signature });
        return;
      }
      const { type } = facts(arg);
      if (type === "unknown" || rule.type === "any" || rule.type === type) return;
      if (rule.type === "orderable" && (type === "number" || type === "date" || type === "time")) return;
      const expected = rule.type === "orderable" ? "number, date or time" : rule.type;
      report("argument-type", arg, { signature, name, expected, found: type });
      return;
    }
    case "same": {
      if (!isNode(arg)) {
        report("argument-no-range", arg, { signature });
        return;
      }
      const model = args[rule.as];
      const [expected, found] = [isNode(model) ? facts(model).type : "unknown", facts(arg).type];
      if (
        expected !== "unknown" &&
        found !== "unknown" &&
        found !== expected &&
        !isRefused(entry, args, rule.as, facts)
      )
        report("argument-same", arg, { signature, name, expected, found });
    }
  }
}

/** What is the account's own is named by a text; what the account lacks is a mistake of whoever has the formula. */
function checkOwn({ env, report }: Checking, kind: "own-list" | "own-number", arg: Argument): void {
  const isList = kind === "own-list";
  if (arg.kind !== "text" || arg.value.trim() === "") {
    report("own-name", arg, { example: isList ? 'in_list("Watch")' : "[mine sentiment]" });
    return;
  }
  const known = isList ? env.own?.lists : env.own?.numbers;
  if (known === undefined || ownNamed(known, arg.value) !== null) return;
  const near = nearest(
    arg.value,
    known.map(({ name }) => name),
  );
  if (isList) {
    const fix = near === null ? null : replace(`Write ${textLiteral(near)}`, arg, textLiteral(near));
    report("unknown-list", arg, { found: textLiteral(arg.value), hint: hint(near) }, [fix]);
  } else report("unknown-number", arg, { found: arg.value, hint: hint(near) });
}

/** Whether the argument that the others must match was refused itself. */
function isRefused(
  entry: CallEntry,
  args: readonly Argument[],
  index: number,
  facts: (node: Node) => { readonly type: string },
): boolean {
  const [rule, arg] = [ruleAt(entry, index), args[index]];
  if (rule?.kind !== "value" || rule.type !== "orderable" || !isNode(arg)) return false;
  const { type } = facts(arg);
  return type === "text" || type === "boolean";
}
