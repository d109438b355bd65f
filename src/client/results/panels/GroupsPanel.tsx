import { Select } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { RowGroups } from "../../../contract/index.ts";
import type { Column } from "../grid/layout.ts";
import { decimalsIn, showCount, showShare, showValue } from "../../ui/values.ts";
import type { Question } from "../loadable.ts";
import { conditionOfValue } from "../rows-order.ts";
import type { RowsOrder } from "../rows-order.ts";
import { Panel, WhenThere } from "./Panel.tsx";
import "./groups.css";

interface GroupsPanelProps {
  readonly columns: readonly Column[];
  /** Names of the columns on screen, whose medians are shown. */
  readonly shown: readonly string[];
  readonly groups: Question<RowGroups>;
  /** The column whose values make the groups. */
  readonly by: string;
  readonly onBy: (name: string) => void;
  readonly order: RowsOrder;
  readonly onOrder: (order: RowsOrder) => void;
  readonly focus: number | null;
  readonly onClose: () => void;
}

/** The rows by the values of a column: how many of each, with medians; one that is pressed shows its rows alone. */
export function GroupsPanel(props: GroupsPanelProps): ReactNode {
  const { columns, groups, by, onBy, focus, onClose } = props;
  return (
    <Panel title="Groups" focus={focus} onClose={onClose}>
      <Select.Root value={by} onValueChange={onBy}>
        <Select.Trigger aria-label="Group by" className="which" />
        <Select.Content position="popper">
          {columns.map(({ name }) => (
            <Select.Item key={name} value={name}>
              {name}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
      <WhenThere {...groups} doing="Grouping all rows">
        {(answer) => <GroupTable {...props} answer={answer} />}
      </WhenThere>
    </Panel>
  );
}

function GroupTable({
  columns,
  shown,
  answer,
  by,
  order,
  onOrder,
}: GroupsPanelProps & { readonly answer: RowGroups }): ReactNode {
  const column = columns.find(({ name }) => name === by);
  if (column === undefined) return null;
  const all = answer.groups.reduce((sum, { rows }) => sum + rows, 0);
  const measured = columns.flatMap((one, place) =>
    one.type === "number" && one.name !== by && shown.includes(one.name) ? [{ ...one, place }] : [],
  );
  const decimals = measured.map((one) =>
    decimalsIn(
      answer.groups.map(({ medians }) => medians[one.place]),
      one,
    ),
  );
  const others = order.where.filter(({ name }) => name !== by);
  const opened = order.where.filter(({ name }) => name === by);
  return (
    <div className="groups-scroll">
      <table className="groups-table">
        <caption>
          {showCount(answer.total)} {answer.total === 1 ? "group" : "groups"}
          {answer.groups.length < answer.total && `, the ${showCount(answer.groups.length)} largest`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{by}</th>
            <th scope="col">Rows</th>
            {measured.map(({ name }) => (
              <th scope="col" key={name}>
                {name}
                <small>median</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.groups.map(({ value, rows, medians }) => {
            const is = conditionOfValue(column, value);
            const isOpen = opened.length === 1 && opened[0]?.is === is;
            const said = value === null ? "(empty)" : showValue(value, column);
            return (
              <tr key={String(value)}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={isOpen}
                    title={isOpen ? "Show the rows of all groups" : "Show its rows alone"}
                    onClick={() => onOrder({ ...order, where: isOpen ? others : [...others, { name: by, is }] })}
                  >
                    {said}
                  </button>
                </th>
                <td title={all === 0 ? undefined : showShare(rows / all)}>{showCount(rows)}</td>
                {measured.map((one, at) => (
                  <td key={one.name}>{showValue(medians[one.place] ?? null, one, decimals[at])}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
