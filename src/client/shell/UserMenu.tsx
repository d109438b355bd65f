import { Button, DropdownMenu } from "@radix-ui/themes";
import type { CSSProperties, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useLocation } from "wouter";
import { appearance, APPEARANCES } from "../state/slices/appearance.ts";
import { user } from "../state/session/session.ts";
import { profile } from "../state/sign-in/profile.ts";
import { signOut } from "../state/sign-in/sign-in.ts";
import { stopUseAs } from "../state/sign-in/use-as.ts";
import { takeTour } from "../tour/take-tour.ts";
import { Icon } from "../ui/icons.tsx";

const HIDDEN: CSSProperties = { visibility: "hidden" };
const SETTINGS = "/user-profile/settings";

/** Who is signed in, the way to the settings, appearance, logout. */
export function UserMenu(): ReactNode {
  const { email, useAs, known } = useSnapshot(user);
  const { error } = useSnapshot(profile);
  const { chosen } = useSnapshot(appearance);
  const [, navigate] = useLocation();
  // Of an admin in use-as it is the admin who is greeted.
  const own = useAs?.email ?? email;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>
        {/* Its place depends on the length of the name: shown once that is known, or cannot be found out. */}
        <Button
          variant="ghost"
          color="gray"
          aria-label="Account"
          {...(known || error !== null ? {} : { style: HIDDEN })}
        >
          <Icon name="user" /> <span className="wide">{own}</span>
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Label>Hello, {own}</DropdownMenu.Label>
        <DropdownMenu.Item onSelect={() => navigate(SETTINGS)}>Account settings</DropdownMenu.Item>
        <DropdownMenu.Item onSelect={() => navigate("/dashboard")}>Dashboard</DropdownMenu.Item>
        <DropdownMenu.Item onSelect={takeTour}>Take the tour</DropdownMenu.Item>
        <DropdownMenu.Item asChild>
          <a href="/reference/whats-new" target="_blank" rel="noreferrer">
            What's new
          </a>
        </DropdownMenu.Item>
        <DropdownMenu.Separator />
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
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={() => void signOut()}>Logout</DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** While an admin uses the app as a user: the user's name, and the way back. */
export function UseAsMenu(): ReactNode {
  const { email, name, useAs } = useSnapshot(user);
  if (useAs === null) return null;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>
        <Button variant="soft" color="amber" aria-label={`Using the app as ${name}`}>
          <Icon name="user" /> <span className="user-name">{name}</span>
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Label>
          {name}, {email}
        </DropdownMenu.Label>
        <DropdownMenu.Item onSelect={() => void stopUseAs()}>Stop use-as</DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
