import { Badge, Button, CheckboxGroup, Flex, Switch, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { WEBHOOK_EVENTS } from "../../../contract/index.ts";
import type { AnswerOf, WebhookEvent } from "../../../contract/index.ts";
import { LIMITS } from "../../../vocabulary/index.ts";
import { LoadState } from "../../ui/LoadState.tsx";
import { showMoment } from "../../ui/dates.ts";
import { Pager } from "../../ui/Pager.tsx";
import { call, messageOf } from "../../state/queries/calls.ts";
import type { CallResult } from "../../state/queries/calls.ts";
import { confirmed } from "../../state/slices/confirm.ts";
import { showToast } from "../../state/slices/toast.ts";
import { invalidateRoute } from "../../state/queries/route-query.ts";
import { useRoute } from "../../state/queries/use-route.ts";
import { Failure } from "../Failure.tsx";
import { Field } from "../Field.tsx";
import { textOf, useSubmission } from "../submission.ts";
import { eventWords } from "./access-words.ts";
import { Section } from "./Section.tsx";
import { ShownOnce } from "./ShownOnce.tsx";
import "./deliveries.css";
import "./rows-of.css";

type Webhook = AnswerOf<"webhooks">["items"][number];
const COLOURS = { Delivered: "green", Failed: "red", Pending: "orange" } as const;

/** Addresses that are called when a request ends. */
export function WebhookSettings(): ReactNode {
  const { value, error, again } = useRoute("webhooks");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, failure, errors, onSubmit } = useSubmission(
    (fields) => call("makeWebhook", { body: { url: textOf(fields, "url"), events } }),
    (made, form) => {
      form.reset();
      setSecret(made.secret);
      again();
    },
  );
  return (
    <Section
      title="Webhooks"
      about="An address of yours that we call, with a signed request, when a data request finishes or fails."
    >
      <LoadState loaded={{ value, error, again }} height="120px" />
      {value?.items.length === 0 && (
        <Text as="p" size="2" color="gray">
          No webhooks yet.
        </Text>
      )}
      <ul className="rows-of">
        {value?.items.map((webhook) => (
          <One key={webhook.id} webhook={webhook} onChange={again} />
        ))}
      </ul>
      {secret !== null && <ShownOnce what="this signing secret" text={secret} />}
      <form onSubmit={onSubmit}>
        <Field
          label="Address"
          name="url"
          type="url"
          required
          maxLength={2_000}
          placeholder="https://"
          error={errors["url"]}
        />
        <CheckboxGroup.Root
          aria-label="Events"
          value={[...events]}
          onValueChange={(chosen) => setEvents(WEBHOOK_EVENTS.filter((event) => chosen.includes(event)))}
          className="scopes"
        >
          {WEBHOOK_EVENTS.map((event) => (
            <CheckboxGroup.Item key={event} value={event}>
              {eventWords(event)} <code>{event}</code>
            </CheckboxGroup.Item>
          ))}
        </CheckboxGroup.Root>
        <Failure text={failure} />
        <Button type="submit" loading={busy} disabled={events.length === 0}>
          Add a webhook
        </Button>
      </form>
    </Section>
  );
}

function One({ webhook, onChange }: { readonly webhook: Webhook; readonly onChange: () => void }): ReactNode {
  const { id, url, events, active } = webhook;
  const [open, setOpen] = useState(false);
  const after = async (called: Promise<CallResult<unknown>>, said: string): Promise<void> => {
    const answer = await called;
    if (answer.ok) showToast(said);
    else showToast(messageOf(answer.error), "error");
    onChange();
  };
  const remove = async (): Promise<void> => {
    const text = `${url} will no longer be called, and its list of deliveries is deleted.`;
    if ((await confirmed({ title: "Delete webhook", text, action: "Delete" })) === null) return;
    await after(call("deleteWebhook", { params: { id } }), "Webhook deleted");
  };
  const test = async (): Promise<void> => {
    await after(call("testWebhook", { params: { id }, body: {} }), "Test sent");
    setOpen(true);
    void invalidateRoute("webhookDeliveries", { params: { id } });
  };
  return (
    <li className="webhook">
      <div>
        <strong>{url}</strong>
        <small>{events.map(eventWords).join(" · ")}</small>
      </div>
      <Flex gap="3" align="center" wrap="wrap">
        <Switch
          size="1"
          aria-label={`Active: ${url}`}
          checked={active}
          onCheckedChange={(on) =>
            void after(
              call("changeWebhook", { params: { id }, body: { active: on } }),
              on ? "Webhook on" : "Webhook off",
            )
          }
        />
        <Button size="1" variant="soft" onClick={() => void test()}>
          Test
        </Button>
        <Button size="1" variant="soft" color="gray" aria-expanded={open} onClick={() => setOpen(!open)}>
          Deliveries
        </Button>
        <Button size="1" variant="soft" color="red" onClick={() => void remove()}>
          Delete
        </Button>
      </Flex>
      {open && <Deliveries id={id} />}
    </li>
  );
}

function Deliveries({ id }: { readonly id: string }): ReactNode {
  const [page, setPage] = useState(1);
  const { value, error, again } = useRoute("webhookDeliveries", {
    params: { id },
    query: { page, page_size: LIMITS.pageRows },
  });
  return (
    <div className="deliveries">
      <LoadState loaded={{ value, error, again }} height="60px" />
      {value?.total === 0 && <small>Nothing sent yet.</small>}
      <ol>
        {value?.items.map((delivery) => (
          <li key={delivery.id}>
            <details>
              <summary>
                <Badge color={COLOURS[delivery.status]}>{delivery.status}</Badge> {eventWords(delivery.event)} ·{" "}
                {showMoment(delivery.created_at)}
                {delivery.response_status !== null && ` · answered ${delivery.response_status}`}
                {delivery.error !== null && ` · ${delivery.error}`}
              </summary>
              <pre tabIndex={0}>{delivery.body}</pre>
            </details>
          </li>
        ))}
      </ol>
      <Flex gap="3" align="center">
        <Button size="1" variant="ghost" onClick={again}>
          Refresh
        </Button>
        {value !== null && <Pager label="Pages of deliveries" page={page} total={value.total} onPage={setPage} />}
      </Flex>
    </div>
  );
}
