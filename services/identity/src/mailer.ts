import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** A server that takes mail. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; else from the moment that the server offers it. */
  secure: boolean;
  user?: string;
  password?: string;
}

/** Who sends mail, and by which way: to a server, or as files into a folder. */
export type MailConfig = { from: string } & ({ server: SmtpServer } | { folder: string });

export interface Mail {
  /** Names this mail: sent twice, it has the same Message-ID, and a file is written once. */
  id: string;
  to: string;
  /** Whom an answer goes to; the sender of all mail when not given. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
}

/** Sends a mail, or throws a MailError, also when `signal` is aborted first; the caller tries again (jobs.ts). */
export interface Mailer {
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** A mail that could not be sent. Says nothing of what the server answered: it may repeat what it was told. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(cause: unknown) {
    const { code, responseCode } = { ...(cause as { code?: string; responseCode?: number }) };
    super(`the mail could not be sent: ${[code, responseCode].filter(Boolean).join(' ') || 'unknown reason'}`);
  }
}

/** A mail takes `limitMs` milliseconds at most, however slowly its server answers. */
export function openMailer(config: MailConfig | undefined, limitMs = 60_000): Mailer | undefined {
  if (!config) return undefined;
  return 'server' in config
    ? new SmtpMailer(config.from, config.server, limitMs)
    : new FileMailer(config.from, config.folder);
}

const senderName = 'Tribus';
const safety = { disableFileAccess: true, disableUrlAccess: true };

/** Addresses and names are given as such, never as the text of a header, so nothing in them can begin another one. */
const messageOf = (from: string, { id, to, ...mail }: Mail) => ({
  ...mail,
  from: { name: senderName, address: from },
  to: { name: '', address: to },
  messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
});

class SmtpMailer implements Mailer {
  readonly #from: string;
  readonly #limitMs: number;
  readonly #transport;

  /** Certificates are always checked. A server that takes a password must speak TLS before it is told it. */
  constructor(from: string, { host, port, secure, user, password }: SmtpServer, limitMs: number) {
    this.#from = from;
    this.#limitMs = limitMs;
    this.#transport = createTransport({
      host,
      port,
      secure,
      ...(user !== undefined && { auth: { user, pass: password ?? '' }, requireTLS: true }),
      dnsTimeout: 5_000,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 15_000,
      ...safety,
    });
  }

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(this.#limitMs)]);
    try {
      await this.#transport.sendMail({ ...messageOf(this.#from, mail), signal: limit });
    } catch (error) {
      throw new MailError(error);
    }
  }
}

class FileMailer implements Mailer {
  readonly #from: string;
  readonly #folder: string;
  readonly #transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...safety });

  constructor(from: string, folder: string) {
    this.#from = from;
    this.#folder = folder;
  }

  /** Readable by the owner alone; whole, or not there. */
  async send(mail: Mail): Promise<void> {
    const { message } = await this.#transport.sendMail(messageOf(this.#from, mail));
    const file = join(this.#folder, `${mail.id}.eml`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }
}
