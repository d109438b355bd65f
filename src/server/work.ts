import { accountMail } from "./accounts/addresses/account-mails.ts";
import { forwardEvents } from "./events/forward-events.ts";
import type { Queue } from "./jobs/queues.ts";
import { runMail } from "./mail/run-mail.ts";
import type { Parts } from "./parts.ts";
import { purge } from "./purge.ts";
import { runUpdates } from "./updates/run-updates.ts";
import { deliver } from "./webhooks/deliver.ts";

/** What takes the jobs of each queue. */
const WORKERS: Readonly<Record<Queue, (parts: Parts) => Promise<void>>> = {
  async preview({ previews, previewWorker }) {
    await previews.sweep();
    previewWorker.start();
  },
  run: ({ scans }) => scans.start(),
  async import({ jobs, imports, days }) {
    await jobs.work("market-import", ({ data: { import: id } }) => imports.execute(id));
    await jobs.work("market-day", ({ signal }) => days.tick(signal));
  },
  async mail({ jobs, db, mailer, publicUrl }) {
    await jobs.work("account-mail", async ({ data }) => {
      const mail = await accountMail(db, data, publicUrl);
      if (mail !== null) await mailer.send(mail);
    });
    await jobs.work("run-mail", async ({ data: { run } }) => {
      const mail = await runMail(db, run, publicUrl);
      if (mail !== null) await mailer.send(mail);
    });
  },
  async webhook({ jobs, db, keyring, config }) {
    const webhooks = { db, keyring, allowLoopback: config.webhooksHere };
    await jobs.work("webhook-delivery", ({ data: { delivery }, signal }) => deliver(webhooks, delivery, signal));
  },
  async update({ jobs, db, market, read }) {
    await jobs.work("data-updates", async () => {
      await runUpdates({ db, jobs, market, read }, { retryFailed: false });
    });
  },
  billing: ({ payments }) => payments.work(),
  async event({ jobs, db, config, logger }) {
    await jobs.work("analytics-forward", async ({ signal }) => {
      if (config.analyticsSink !== null) await forwardEvents(db, config.analyticsSink, signal, logger);
    });
  },
  async purge(parts) {
    await parts.jobs.work("purge", () => purge(parts));
  },
};

/** Takes jobs of the queues of this process. */
export async function work(parts: Parts): Promise<void> {
  for (const queue of parts.queues) await WORKERS[queue](parts);
}
