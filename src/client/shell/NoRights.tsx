import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { user } from "../state/session/session.ts";
import { signOut } from "../state/sign-in/sign-in.ts";
import { stopUseAs } from "../state/sign-in/use-as.ts";
import NothingHere from "../ui/NothingHere.tsx";

/** In place of a screen for administrators: who is signed in, what the account lacks, and the ways on. */
export function NoRights({ title }: { readonly title: string }): ReactNode {
  const { email, name, useAs } = useSnapshot(user);
  return (
    <main>
      <NothingHere
        page
        title={`For administrators only: ${title}`}
        text={
          useAs === null ? (
            <>
              You are signed in as <strong>{email}</strong>, which is not an administrator’s account. An administrator
              can make it one.
            </>
          ) : (
            <>
              You use the app as <strong>{name}</strong>, and see what that account may see.
            </>
          )
        }
      >
        {useAs === null ? (
          <Button onClick={() => void signOut()}>Sign in as somebody else</Button>
        ) : (
          <Button onClick={() => void stopUseAs()}>Stop use-as</Button>
        )}
      </NothingHere>
    </main>
  );
}
