import type { DiagnosticCode, Severity } from "../../vocabulary/index.ts";
import { diagnostic } from "../diagnostic.ts";
import type { Diagnostic, Fix, Parameters } from "../diagnostic.ts";
import type { Notation } from "../notation.ts";
import type { Node, Span } from "../tree.ts";
import { walk } from "../walk.ts";
import type { CheckEnv } from "./env.ts";
import { FactTable } from "./facts.ts";
import type { Facts } from "./facts.ts";
import type { Cycle } from "./known-columns.ts";

/** One formula under check. */
export class Checking {
  readonly tree: Node;
  readonly env: CheckEnv;
  /** The notation of fixes and messages. */
  readonly notation: Notation;
  /** Every node of the tree, parents first, without those of its columns. */
  readonly nodes: readonly Node[];
  readonly diagnostics: Diagnostic[] = [];
  readonly #facts: FactTable;

  /** `only` narrows the check to some nodes of the tree, with facts that are known already. */
  constructor(
    tree: Node,
    env: CheckEnv,
    notation: Notation,
    only?: { readonly nodes: readonly Node[]; readonly facts: FactTable },
  ) {
    this.tree = tree;
    this.env = env;
    this.notation = notation;
    this.nodes = only?.nodes ?? [...walk(tree)];
    this.#facts = only?.facts ?? new FactTable(env);
  }

  // Properties, not methods, since checks destructure them.
  readonly facts = (node: Node): Facts => this.#facts.of(node);
  readonly cycle = (column: string): Cycle | null => this.#facts.cycle(column);

  readonly report = <Code extends DiagnosticCode>(
    code: Code,
    place: Span,
    parameters: Parameters<Code>,
    fixes: readonly (Fix | null)[] = [],
    severity?: Severity,
  ): void => {
    const given = fixes.filter((fix) => fix !== null);
    const extra = { fixes: given, notation: this.notation.name, ...(severity ? { severity } : {}) };
    this.diagnostics.push(diagnostic(code, place, parameters, extra));
  };
}

/** Looks for one kind of mistake and reports it to the checking. */
export type Check = (checking: Checking) => void;
