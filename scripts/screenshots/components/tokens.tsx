import type { ReactNode } from "react";
import { Icon, ICONS } from "../../../src/client/ui/icons.tsx";
import type { IconName } from "../../../src/client/ui/icons.tsx";
import { showMoment } from "../../../src/client/ui/dates.ts";
import { showCount, showMoney, showSeconds, showShare, showValue } from "../../../src/client/ui/values.ts";

const COLOURS = ["gray", "blue", "green", "red", "amber", "orange", "purple", "crimson", "teal"];
const STEPS = Array.from({ length: 12 }, (_, at) => at + 1);
const isIcon = (name: string): name is IconName => Object.hasOwn(ICONS, name);
const SIZES = Array.from({ length: 9 }, (_, at) => at + 1);

const UNITS = [
  [2_721_854_076_000, "currency"],
  [182.5, "currency"],
  [4.8, "percent"],
  [-0.35, "percent"],
  [1_250_000, "shares"],
  [7.18, null],
] as const;

const FORMATS: readonly (readonly [name: string, text: string])[] = [
  ...UNITS.map(([value, unit]) => [unit ?? "number", showValue(value, { type: "number", unit })] as const),
  ["date", showValue("2024-03-28", { type: "date", unit: null })],
  ["time", showValue(570, { type: "time", unit: null })],
  ["truth", showValue(true, { type: "boolean", unit: null })],
  ["count", showCount(96_400)],
  ["share", `${showShare(0.37)}, ${showShare(0.009)}`],
  ["wait", `${showSeconds(0.038)}, ${showSeconds(1.42)}`],
  ["price", showMoney(4_900, "usd")],
  ["moment", showMoment("2024-03-28T16:05:00Z")],
];

/** Colour, space, type, formats and icons. */
export const Tokens = (): ReactNode => (
  <>
    <h2>Colours</h2>
    <div className="colours">
      {COLOURS.map((colour) => (
        <div key={colour}>
          <span>{colour}</span>
          {STEPS.map((step) => (
            <i key={step} title={`--${colour}-${step}`} style={{ background: `var(--${colour}-${step})` }} />
          ))}
        </div>
      ))}
    </div>
    <h2>Space</h2>
    <div className="spaces">
      {SIZES.map((size) => (
        <span key={size}>
          <i style={{ width: `var(--space-${size})` }} />
          {size}
        </span>
      ))}
    </div>
    <h2>Type</h2>
    {SIZES.slice(0, 7).map((size) => (
      <p key={size} style={{ fontSize: `var(--font-size-${size})`, lineHeight: `var(--line-height-${size})` }}>
        {size}: Openings above 2 %, 1,284 of 96,400 days
      </p>
    ))}
    <p style={{ fontFamily: "var(--code-font)" }}>( [daily open adj] / [daily close -1 adj] - 1 ) * 100 &gt; $gap</p>
    <h2>Formats</h2>
    <dl className="formats">
      {FORMATS.map(([name, text], at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <h2>Icons</h2>
    <div className="icons">
      {Object.keys(ICONS)
        .filter(isIcon)
        .map((name) => (
          <span key={name}>
            <Icon name={name} />
            {name}
          </span>
        ))}
    </div>
  </>
);
