import { Badge, Button, Flex, Link, Skeleton, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { LoadFailure } from "../../ui/LoadFailure.tsx";
import { lazily } from "../../ui/lazily.tsx";
import { call } from "../../state/queries/calls.ts";
import { showToast } from "../../state/slices/toast.ts";
import { useRoute } from "../../state/queries/use-route.ts";
import { CurrentPassword } from "../CurrentPassword.tsx";
import { Failure } from "../Failure.tsx";
import { Field } from "../Field.tsx";
import { textOf, useSubmission } from "../submission.ts";
import { Section } from "./Section.tsx";
import { ShownOnce } from "./ShownOnce.tsx";
import "./qr-code.css";

/** Loaded when it is needed: most visits never set up a second factor. */
const QrCode = lazily(() => import("./QrCode.tsx"), <Skeleton className="qr-code" />);

/** Codes of an authenticator beside the password: set up, new recovery codes, off. */
export function SecondFactorSettings(): ReactNode {
  const { value: profile, error, again } = useRoute("profile");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const got = (recovery: readonly string[]): void => {
    setCodes(recovery);
    again();
  };
  return (
    <Section
      title="Second factor"
      about="Each sign-in asks for a code from your authenticator app as well as the password."
    >
      <LoadFailure error={error} again={again} />
      {profile === null && error === null && <Skeleton height="80px" />}
      {codes !== null && (
        <ShownOnce
          what="these recovery codes, each of which signs you in once without your authenticator,"
          text={codes.join("\n")}
        />
      )}
      {profile?.second_factor === false && <SetUp password={profile.password} onCodes={got} />}
      {profile?.second_factor === true && (
        <>
          <Flex>
            <Badge color="green">On</Badge>
          </Flex>
          <WithCode name="renewRecoveryCodes" label="Create new recovery codes" onDone={(answer) => got(answer)} />
          <WithCode
            name="switchOffSecondFactor"
            label="Switch off"
            onDone={() => {
              setCodes(null);
              again();
              showToast("Second factor off");
            }}
          />
        </>
      )}
    </Section>
  );
}

function SetUp({
  password,
  onCodes,
}: {
  /** Whether the account has one, which is then asked for. */
  readonly password: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}): ReactNode {
  const [made, setMade] = useState<{ readonly secret: string; readonly otpauth_url: string } | null>(null);
  const begin = useSubmission(
    (fields) => call("setUpSecondFactor", { body: password ? { password: textOf(fields, "password") } : {} }),
    setMade,
  );
  const confirm = useSubmission(
    (fields) => call("confirmSecondFactor", { body: { code: textOf(fields, "code") } }),
    ({ recovery_codes }) => onCodes(recovery_codes),
  );
  if (made === null) {
    return (
      <form onSubmit={begin.onSubmit}>
        {password && <CurrentPassword error={begin.errors["password"]} />}
        <Failure text={begin.failure} />
        <Button type="submit" loading={begin.busy}>
          Set up
        </Button>
      </form>
    );
  }
  return (
    <form onSubmit={confirm.onSubmit}>
      <Text as="p" size="2">
        Scan this with your authenticator. Or type the key below into it, or{" "}
        <Link href={made.otpauth_url} underline="always">
          open it there
        </Link>{" "}
        on the phone it is on.
      </Text>
      <QrCode text={made.otpauth_url} label="QR code of the key below" />
      <ShownOnce what="this key" text={made.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")} />
      <Field
        label="First code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        error={confirm.errors["code"]}
      />
      <Failure text={confirm.failure} />
      <Button type="submit" loading={confirm.busy}>
        Confirm
      </Button>
    </form>
  );
}

function WithCode({
  name,
  label,
  onDone,
}: {
  readonly name: "renewRecoveryCodes" | "switchOffSecondFactor";
  readonly label: string;
  readonly onDone: (codes: readonly string[]) => void;
}): ReactNode {
  const { busy, failure, errors, onSubmit } = useSubmission(
    (fields) => call(name, { body: { code: textOf(fields, "code") } }),
    (answer, form) => {
      form.reset();
      onDone("recovery_codes" in answer ? answer.recovery_codes : []);
    },
  );
  return (
    <form onSubmit={onSubmit} className="in-line">
      <Field label="Code" name="code" autoComplete="one-time-code" required error={errors["code"]} />
      <Button type="submit" variant="soft" loading={busy}>
        {label}
      </Button>
      <Failure text={failure} />
    </form>
  );
}
