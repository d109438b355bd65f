import { Callout } from "@radix-ui/themes";
import type { ComponentType, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link, useSearch } from "wouter";
import { user } from "../../state/session/session.ts";
import { AppearanceSettings } from "./AppearanceSettings.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { EmailSettings } from "./EmailSettings.tsx";
import { PasswordSettings } from "./PasswordSettings.tsx";
import { ProfileSettings } from "./ProfileSettings.tsx";
import { SecondFactorSettings } from "./SecondFactorSettings.tsx";
import { SecurityLog } from "./SecurityLog.tsx";
import { SessionSettings } from "./SessionSettings.tsx";
import { TokenSettings } from "./TokenSettings.tsx";
import { WebhookSettings } from "./WebhookSettings.tsx";
import "./settings.css";

interface Part {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly ComponentType[];
  /** Closed to an admin who acts as the user. */
  readonly own?: true;
}

const PARTS: readonly [Part, ...Part[]] = [
  { id: "profile", title: "Profile", parts: [ProfileSettings, AppearanceSettings] },
  { id: "sign-in", title: "Sign-in", parts: [EmailSettings, PasswordSettings, SecondFactorSettings], own: true },
  { id: "sessions", title: "Sessions", parts: [SessionSettings], own: true },
  { id: "tokens", title: "API tokens", parts: [TokenSettings], own: true },
  { id: "webhooks", title: "Webhooks", parts: [WebhookSettings] },
  { id: "security", title: "Security log", parts: [SecurityLog], own: true },
  { id: "delete", title: "Delete account", parts: [DeleteAccount], own: true },
];

/** Everything about the account, a part at a time; the address names which. */
export default function Settings(): ReactNode {
  const search = useSearch();
  const { useAs } = useSnapshot(user);
  const wanted = new URLSearchParams(search).get("part");
  const part = PARTS.find(({ id }) => id === wanted) ?? PARTS[0];
  return (
    <main className="settings">
      <h1>Account settings</h1>
      <nav aria-label="Parts of the settings">
        {PARTS.map(({ id, title }) => (
          <Link key={id} to={`/user-profile/settings?part=${id}`} aria-current={id === part.id ? "page" : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      {useAs !== null && (
        <Callout.Root color="amber" role="status">
          <Callout.Text>
            You use the app as somebody else:{" "}
            {part.own === true ? "this part is closed to you." : "you can look, not change."}
          </Callout.Text>
        </Callout.Root>
      )}
      {(useAs === null || part.own !== true) && (
        <fieldset disabled={useAs !== null}>
          {part.parts.map((One, index) => (
            <One key={`${part.id} ${index}`} />
          ))}
        </fieldset>
      )}
    </main>
  );
}
