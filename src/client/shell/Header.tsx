import { Badge, IconButton, Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { showCount, showDate } from "../ui/values.ts";
import { useAskingForMarket, useMarket } from "../state/queries/market.ts";
import { useNarrow } from "../state/page/narrow.ts";
import { user } from "../state/session/session.ts";
import { drawer } from "./drawer-open.ts";
import { Icon } from "../ui/icons.tsx";
import { HOME, PUBLIC_HOME } from "../ui/screen.ts";
import { PaletteField } from "./PaletteField.tsx";
import { SignInLinks } from "./SignInLinks.tsx";
import { SlotPlace } from "../ui/slots.tsx";
import { UseAsMenu, UserMenu } from "./UserMenu.tsx";
import "./topbar.css";

function MarketBadge(): ReactNode {
  useAskingForMarket();
  const { answer, error } = useMarket();
  if (error !== null) return <Badge color="red">Server not reached</Badge>;
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

/** The bar above every screen: title, market, the screen's own controls, and the user's menu. */
export function Header(): ReactNode {
  const narrow = useNarrow();
  const { isAuth } = useSnapshot(user);
  return (
    <header className="topbar">
      {narrow && (
        <IconButton
          variant="ghost"
          color="gray"
          aria-label="Menu"
          aria-haspopup="dialog"
          onClick={() => {
            drawer.open = true;
          }}
        >
          <Icon name="menu" />
        </IconButton>
      )}
      <Link
        to={isAuth ? HOME : PUBLIC_HOME}
        className="brand"
        aria-label={isAuth ? "Scanbook, to My Data" : "Scanbook, to Market activity"}
      >
        <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
          <rect x="2" y="2" width="28" height="28" rx="7" fill="var(--accent-9)" />
          <path d="M9 21v-5M14 23V11M19 19V9M24 16v-6" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
        </svg>
        <span className="wide">Scanbook</span>
      </Link>
      {/* Before what comes late: nothing moves when it does. */}
      <PaletteField />
      <MarketBadge />
      <SlotPlace name="bar" />
      {isAuth ? (
        <>
          <UseAsMenu />
          <UserMenu />
        </>
      ) : (
        <SignInLinks />
      )}
    </header>
  );
}
