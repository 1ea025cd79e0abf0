import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Env } from '@tribus/kit/core/config.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { GoogleServer } from '../../services/identity/tests/google-server.ts';
import { MailServer } from '../../services/identity/tests/mail-server.ts';
import { textOf } from '../../services/identity/tests/mailbox.ts';

/** Mail received by the system. */
export interface Inbox {
  /** Texts of the mails to an address, in order. */
  mailsTo(email: string): Promise<string[]>;
}

/** External services of a system, both on loopback: a mail server and Google. */
export class Outside implements Inbox {
  readonly google: GoogleServer;
  readonly mail: MailServer;
  readonly #letterbox: Server;

  private constructor(google: GoogleServer, mail: MailServer) {
    this.google = google;
    this.mail = mail;
    this.#letterbox = createServer(({ url = '' }, res) => {
      const email = new URL(url, 'http://letterbox').searchParams.get('to') ?? '';
      void this.mailsTo(email).then((texts) => res.end(JSON.stringify(texts)));
    });
  }

  static async open(): Promise<Outside> {
    const outside = new Outside(await GoogleServer.open(), await MailServer.open());
    outside.#letterbox.listen(0, '127.0.0.1');
    await once(outside.#letterbox, 'listening');
    return outside;
  }

  /** Settings with their addresses. */
  get env(): Env {
    const SMTP_URL = `smtp://127.0.0.1:${this.mail.port}`;
    return { ...this.google.env, SMTP_URL, MAIL_FROM: 'hola@tribus.test', CONTACT_EMAIL: 'equipo@tribus.test' };
  }

  /** Address at which tests in other processes read the mail: `joinInbox`. */
  get letterboxUrl(): string {
    return `http://127.0.0.1:${(this.#letterbox.address() as AddressInfo).port}`;
  }

  async mailsTo(email: string): Promise<string[]> {
    return this.mail.taken.filter(({ to }) => to.includes(email)).map(textOf);
  }

  async close(): Promise<void> {
    this.#letterbox.close();
    await this.mail.close();
    await this.google.close();
  }
}

/** The mail of a system that a test's set-up started in another process. */
export const joinInbox = (letterboxUrl: string): Inbox => ({
  async mailsTo(email) {
    const response = await fetch(`${letterboxUrl}/?to=${encodeURIComponent(email)}`);
    return (await response.json()) as string[];
  },
});

/** The mail of a system without a mail server, which saves it as files in this folder. */
export const mailFolder = (folder: string): Inbox => ({
  async mailsTo(email) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        return { raw: await readFile(path, 'utf8'), savedAt: (await stat(path)).mtimeMs };
      }),
    );
    const own = mails.filter(({ raw }) => /^To: (.*)$/m.exec(raw)?.[1]?.includes(email));
    return own.toSorted((a, b) => a.savedAt - b.savedAt).map(({ raw }) => textOf({ raw }));
  },
});

/** Returns the path of the link to a page in the latest of `count` mails that contain one, once there are as many. */
export async function mailedLink(inbox: Inbox, email: string, page: string, count = 1): Promise<string> {
  const link = new RegExp(`${page}\\?token=[\\w-]+`);
  let links: string[] = [];
  await until(async () => {
    links = (await inbox.mailsTo(email)).flatMap((text) => link.exec(text) ?? []);
    return links.length >= count;
  }, `${count} mails to ${email} with ${page}`);
  return links.at(-1) ?? '';
}
