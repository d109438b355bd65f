import { Badge, Button, CheckboxGroup, Select, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { SCOPES } from "../../../contract/index.ts";
import type { Scope } from "../../../contract/index.ts";
import { DAY_MS } from "../../../vocabulary/index.ts";
import { LoadState } from "../../ui/LoadState.tsx";
import { showDay, showMoment } from "../../ui/dates.ts";
import { call, messageOf } from "../../state/queries/calls.ts";
import { confirmed } from "../../state/slices/confirm.ts";
import { showToast } from "../../state/slices/toast.ts";
import { useRoute } from "../../state/queries/use-route.ts";
import { Failure } from "../Failure.tsx";
import { Field } from "../Field.tsx";
import { textOf, useSubmission } from "../submission.ts";
import { SCOPE_WORDS } from "./access-words.ts";
import { Section } from "./Section.tsx";
import { ShownOnce } from "./ShownOnce.tsx";
import "./rows-of.css";

const DAYS = ["30", "90", "365", "never"] as const;
const endOf = (days: string): string | null =>
  days === "never" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();

/** API tokens with their scopes and expiry; revoking takes effect at once. */
export function TokenSettings(): ReactNode {
  const { value, error, again } = useRoute("tokens");
  const [scopes, setScopes] = useState<readonly Scope[]>(["data_requests", "excel"]);
  const [days, setDays] = useState<string>("90");
  const [made, setMade] = useState<string | null>(null);
  const { busy, failure, errors, onSubmit } = useSubmission(
    (fields) => call("makeToken", { body: { name: textOf(fields, "name"), scopes, expires_at: endOf(days) } }),
    ({ token }, form) => {
      form.reset();
      setMade(token);
      again();
    },
  );
  const revoke = async (id: string, name: string): Promise<void> => {
    const text = `Scripts and apps that use ${name} lose access at once. This cannot be undone.`;
    if ((await confirmed({ title: "Revoke token", text, action: "Revoke" })) === null) return;
    const answer = await call("revokeToken", { params: { id } });
    if (answer.ok) showToast("Token revoked");
    else showToast(messageOf(answer.error), "error");
    again();
  };
  return (
    <Section title="API tokens" about="For scripts and apps: send the token as Authorization: Bearer.">
      <LoadState loaded={{ value, error, again }} height="120px" />
      {value?.items.length === 0 && (
        <Text as="p" size="2" color="gray">
          No tokens yet.
        </Text>
      )}
      <ul className="rows-of">
        {value?.items.map((token) => (
          <li key={token.id}>
            <div>
              <strong>{token.name}</strong>
              <small>
                {token.used_at === null ? "never used" : `used ${showMoment(token.used_at)}`} ·{" "}
                {token.expires_at === null ? "no expiry" : `until ${showDay(token.expires_at)}`}
              </small>
              <span className="badges">
                {token.scopes.map((scope) => (
                  <Badge key={scope} color="gray" title={scope}>
                    {SCOPE_WORDS[scope]}
                  </Badge>
                ))}
              </span>
            </div>
            <Button size="1" variant="soft" color="red" onClick={() => void revoke(token.id, token.name)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {made !== null && <ShownOnce what="this token" text={made} />}
      <form onSubmit={onSubmit}>
        <Field label="Name of the new token" name="name" required maxLength={200} error={errors["name"]} />
        <CheckboxGroup.Root
          aria-label="What it may be used for"
          value={[...scopes]}
          onValueChange={(chosen) => setScopes(SCOPES.filter((scope) => chosen.includes(scope)))}
          className="scopes"
        >
          {SCOPES.map((scope) => (
            <CheckboxGroup.Item key={scope} value={scope}>
              {SCOPE_WORDS[scope]} <code>{scope}</code>
            </CheckboxGroup.Item>
          ))}
        </CheckboxGroup.Root>
        <Select.Root value={days} onValueChange={setDays}>
          <Select.Trigger aria-label="How long it lasts" />
          <Select.Content>
            {DAYS.map((one) => (
              <Select.Item key={one} value={one}>
                {one === "never" ? "No expiry" : `${one} days`}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
        <Failure text={failure} />
        <Button type="submit" loading={busy} disabled={scopes.length === 0}>
          Create token
        </Button>
      </form>
    </Section>
  );
}
