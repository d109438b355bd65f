import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smtpMailer } from "../../src/server/mail/mailer.ts";
import type { Mailer } from "../../src/server/mail/mailer.ts";

const FROM = "Scanbook <no-reply@example.org>";

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  /** Headers and body as they came over the wire. */
  readonly source: string;
}

describe("a mail by SMTP", () => {
  let received: Received[];
  let server: SMTPServer;
  let mailer: Mailer;

  beforeEach(async () => {
    received = [];
    server = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      authMethods: ["PLAIN", "LOGIN"],
      allowInsecureAuth: true,
      onAuth({ username, password }, _, done) {
        if (username !== "user" || password !== "p@ss word") return done(new Error("Invalid username or password"));
        done(null, { user: username });
      },
      onRcptTo({ address }, _, done) {
        done(address === "nobody@example.org" ? Object.assign(new Error("No such user"), { responseCode: 550 }) : null);
      },
      async onData(stream, { envelope, user }, done) {
        const source = await text(stream);
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from: envelope.mailFrom === false ? "" : envelope.mailFrom.address, to, user, source });
        done();
      },
    });
    await new Promise<void>((listening) => {
      server.listen(0, "127.0.0.1", listening);
    });
    mailer = smtpMailer(addressOf("user", "p@ss word"), FROM);
  });
  afterEach(async () => {
    await mailer.close();
    await new Promise<void>((closed) => {
      server.close(closed);
    });
  });

  function addressOf(user: string, password: string): string {
    const { port }: Pick<AddressInfo, "port"> = Object(server.server.address());
    return `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  }

  test("arrives as plain text from the configured address, by user and password of the address", async () => {
    const link = "https://example.org/confirm#token=abc_DEF-123";
    await mailer.send({ to: "ann@example.org", subject: "Confirm – café", text: `Hello Zoë,\n\n${link}\n` });
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect(mail).toMatchObject({ from: "no-reply@example.org", to: ["ann@example.org"], user: "user" });
    const [head = "", body = ""] = (mail?.source ?? "").split(/\r\n\r\n(.*)/s);
    expect(head).toMatch(/^From: Scanbook <no-reply@example\.org>\r$/m);
    expect(head).toMatch(/^To: ann@example\.org\r$/m);
    expect(head).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8\r?$/m);
    // A link is not broken by the encoding of the line.
    expect(decoded(head, body)).toContain(`\n${link}\n`);
    expect(decoded(head, body)).toContain("Hello Zoë,");
  });

  test("a name with line breaks becomes no header and no second recipient", async () => {
    const subject = "Your scan\r\nBcc: eve@example.org\r\n\r\n<b>body</b>";
    await mailer.send({ to: "ann@example.org", subject, text: "One\n" });
    expect(received.map(({ to }) => to)).toEqual([["ann@example.org"]]);
    expect(received[0]?.source).not.toMatch(/^Bcc:/im);
  });

  test("one after another and many at once arrive once each", async () => {
    const subjects = Array.from({ length: 12 }, (_, index) => `Mail ${index}`);
    await Promise.all(subjects.map((subject) => mailer.send({ to: "ann@example.org", subject, text: "x\n" })));
    const arrived = received.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1] ?? "");
    expect(arrived.toSorted()).toEqual(subjects.toSorted());
  });

  test("that the server does not take is an error, and the next one goes on", async () => {
    await expect(mailer.send({ to: "nobody@example.org", subject: "x", text: "x\n" })).rejects.toThrow(/No such user/);
    expect(received).toEqual([]);
    await mailer.send({ to: "ann@example.org", subject: "x", text: "x\n" });
    expect(received).toHaveLength(1);
  });

  test("with a wrong password is an error that does not repeat it", async () => {
    const other = smtpMailer(addressOf("user", "not-the-password"), FROM);
    const sent = other.send({ to: "ann@example.org", subject: "x", text: "x\n" });
    const error: unknown = await sent.then(
      () => null,
      (reason: unknown) => reason,
    );
    await other.close();
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify({ ...Object(error), message: String(error) })).not.toContain("not-the-password");
    expect(received).toEqual([]);
  });

  test("is an error where nobody listens", async () => {
    const address = addressOf("user", "p@ss word");
    await new Promise<void>((closed) => {
      server.close(closed);
    });
    const alone = smtpMailer(address, FROM);
    await expect(alone.send({ to: "ann@example.org", subject: "x", text: "x\n" })).rejects.toThrow(/ECONNREFUSED/);
    await alone.close();
  });
});

/** The text of a body as its transfer encoding says. */
function decoded(head: string, body: string): string {
  const encoding = /^Content-Transfer-Encoding: (\S+)\r?$/m.exec(head)?.[1];
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return (encoding === "quoted-printable" ? Buffer.from(bytes, "latin1").toString("utf8") : body).replaceAll(
    "\r\n",
    "\n",
  );
}
