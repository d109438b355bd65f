import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { newId } from "../db/index.ts";
import { privateFolder } from "../private-files.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; links on lines of their own. */
  readonly text: string;
}

/** Sends mail. Rejects where the mail was not accepted; the job that called tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** By SMTP. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: 2 }, { from });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ to, subject, text });
    },
    async close() {
      transport.close();
    },
  };
}

/** Into a folder, a JSON file a mail, oldest first by name. For a machine without a mail server, and for tests. */
export function outboxMailer(folder: string, from: string): Mailer {
  return {
    async send(mail) {
      await privateFolder(folder);
      const path = join(folder, `${newId()}.json`);
      const file = await open(`${path}.new`, "w", 0o600);
      try {
        await file.writeFile(JSON.stringify({ from, ...mail, sent_at: new Date().toISOString() }, null, 2));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.new`, path);
    },
    async close() {
      // Nothing to close.
    },
  };
}
