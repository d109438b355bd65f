import { Badge, DropdownMenu, IconButton, Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { appearance } from "../state/appearance.ts";
import type { Appearance } from "../state/appearance.ts";
import { market } from "../state/market.ts";
import { signOut } from "../state/sign-in.ts";
import { showCount, showDate } from "../results/values.ts";
import { Icon } from "./icons.tsx";
import type { IconName } from "./icons.tsx";
import { SlotPlace } from "./slots.tsx";

const APPEARANCES: readonly { readonly value: Appearance; readonly label: string; readonly icon: IconName }[] = [
  { value: "system", label: "Like the system", icon: "system" },
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
];

function MarketBadge(): ReactNode {
  const { phase, answer } = useSnapshot(market);
  if (phase === "failed") return <Badge color="red">Server not reached</Badge>;
  if (answer === null) return null;
  const { daily, securities, snapshot } = answer;
  if (snapshot === null) return <Badge color="amber">No market data</Badge>;
  return (
    <Tooltip content={`Snapshot ${snapshot.id} of ${showDate(snapshot.date)}`}>
      <Badge color="gray" variant="surface" className="market" tabIndex={0}>
        <span className="source">{snapshot.source}</span>
        <span>{showCount(securities)} securities</span>
        {daily !== null && (
          <span className="range">
            {showDate(daily.first_date)} – {showDate(daily.last_date)}
          </span>
        )}
      </Badge>
    </Tooltip>
  );
}

function AppearanceSwitch(): ReactNode {
  const { chosen } = useSnapshot(appearance);
  const icon = APPEARANCES.find(({ value }) => value === chosen)?.icon ?? "system";
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>
        <IconButton variant="ghost" color="gray" aria-label="Appearance">
          <Icon name={icon} />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.RadioGroup
          value={chosen}
          onValueChange={(value) => {
            appearance.chosen = APPEARANCES.find((one) => one.value === value)?.value ?? "system";
          }}
        >
          {APPEARANCES.map(({ value, label }) => (
            <DropdownMenu.RadioItem key={value} value={value}>
              {label}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** The bar above everything: where one is, what data there is, what the page puts there, appearance. */
export function Header(): ReactNode {
  return (
    <header className="topbar">
      <span className="brand">
        <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
          <rect x="2" y="2" width="28" height="28" rx="7" fill="var(--accent-9)" />
          <path d="M9 21v-5M14 23V11M19 19V9M24 16v-6" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
        </svg>
        Scanbook
      </span>
      <MarketBadge />
      <SlotPlace name="bar" />
      <AppearanceSwitch />
      <Tooltip content="Logout">
        <IconButton variant="ghost" color="gray" aria-label="Logout" onClick={() => void signOut()}>
          <Icon name="leave" />
        </IconButton>
      </Tooltip>
    </header>
  );
}
