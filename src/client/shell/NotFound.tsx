import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { togglePalette } from "../palette/load-palette.ts";
import { Icon } from "../ui/icons.tsx";
import NothingHere from "../ui/NothingHere.tsx";
import { NoRights } from "./NoRights.tsx";

/** In place of a page: one that is closed to this account, by its title, or an unknown address. */
export default function NotFound({ closed }: { readonly closed?: string }): ReactNode {
  return closed === undefined ? <Unknown /> : <NoRights title={closed} />;
}

function Unknown(): ReactNode {
  const [path] = useLocation();
  useEffect(() => {
    document.title = "Page not found · Scanbook";
  }, []);
  return (
    <main>
      <NothingHere
        page
        title="Page not found"
        text={
          <>
            There is nothing at <code>{path}</code>. Check the address, or search for what you want.
          </>
        }
      >
        <Button aria-haspopup="dialog" onClick={togglePalette}>
          <Icon name="search" /> Search
        </Button>
      </NothingHere>
    </main>
  );
}
