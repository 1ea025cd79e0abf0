import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '@tribus/kit/core/context.ts';
import { OutboundError } from '@tribus/kit/outbound/fetch.ts';
import type { mailFailures } from '../../api/email-settings.ts';

/** An SMTP server. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; else STARTTLS when the server offers it. */
  secure: boolean;
  user?: string;
  password?: string;
}

/** Sender and transport of mail: a server, or files in a folder. */
export type MailConfig = { from: string; replyTo?: string } & ({ server: SmtpServer } | { folder: string });

export interface Mail {
  /** Identifies this mail: a repeated send has the same Message-ID, and its file is written once. */
  id: string;
  to: string;
  /** Recipient of replies; defaults to the sender of all mail. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  /** HTML version (compose.ts). */
  html?: string;
}

/** Sends a mail; throws a MailError when sending fails or `signal` is aborted first. The job retries (jobs.ts). */
export interface Mailer {
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** A mail that could not be sent. Contains the server's reply code but not its text, which may quote the mail. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly reason: MailFailure;
  /** SMTP reply code. */
  readonly replyCode: number | undefined;

  constructor(cause: unknown, reason?: MailFailure) {
    const { code, responseCode } = { ...(cause as { code?: string; responseCode?: number }) };
    super(
      `the mail could not be sent: ${[code, responseCode].filter(Boolean).join(' ') || (reason ?? 'unknown reason')}`,
    );
    this.reason = reason ?? (cause instanceof OutboundError ? 'host_not_allowed' : (reasons[code ?? ''] ?? 'failed'));
    this.replyCode = responseCode;
  }
}

export type MailFailure = (typeof mailFailures)[number];

/** By error code of nodemailer and of Node. */
const reasons: Readonly<Partial<Record<string, MailFailure>>> = {
  EDNS: 'host_unknown',
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'host_unknown',
  ECONNECTION: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'timed_out',
  EABORT: 'timed_out',
  ETLS: 'tls_failed',
  EAUTH: 'login_refused',
  ENOAUTH: 'login_refused',
  EENVELOPE: 'address_refused',
  EMESSAGE: 'mail_refused',
};

interface MailerOptions {
  /** Logs the paths of written files. */
  log?: Pick<Context['log'], 'info'>;
  /** Maximum duration of sending one mail in milliseconds. */
  limitMs?: number;
  /** Timeout in milliseconds for a server that sends nothing after the connection is opened. */
  silenceMs?: number;
  /** Resolves the address of a server that an admin named; throws when connecting to it is not allowed. */
  resolve?: (host: string, port: number) => Promise<string>;
}

export function openMailer(
  config: MailConfig | undefined,
  { log, limitMs = 60_000, silenceMs = 5_000, resolve }: MailerOptions = {},
): Mailer | undefined {
  if (!config) return undefined;
  return 'server' in config
    ? new SmtpMailer(config, config.server, { limitMs, silenceMs, resolve })
    : new FileMailer(config, config.folder, log);
}

/** Sender of all mail, and the default recipient of replies. */
type Sender = Pick<MailConfig, 'from' | 'replyTo'>;

/** Loaded for the first mail. */
const nodemailer = () => import('nodemailer');

const senderName = 'Tribus';
const safety = { disableFileAccess: true, disableUrlAccess: true };

/** Addresses and names are passed as structured values, never as header text, so they cannot inject a header. */
const messageOf = ({ from, replyTo }: Sender, { id, to, ...mail }: Mail) => ({
  ...(replyTo && { replyTo: { name: senderName, address: replyTo } }),
  ...mail,
  from: { name: senderName, address: from },
  to: { name: '', address: to },
  // Vacation responders do not reply to it (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
});

type Limits = Required<Pick<MailerOptions, 'limitMs' | 'silenceMs'>>;

class SmtpMailer implements Mailer {
  readonly #sender: Sender;
  readonly #server: SmtpServer;
  readonly #limits: Limits;
  readonly #resolve: MailerOptions['resolve'];

  constructor(
    sender: Sender,
    server: SmtpServer,
    { resolve, ...limits }: Limits & { resolve: MailerOptions['resolve'] },
  ) {
    this.#sender = sender;
    this.#server = server;
    this.#limits = limits;
    this.#resolve = resolve;
  }

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    const { limitMs, silenceMs } = this.#limits;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    try {
      const address = await this.#resolve?.(this.#server.host, this.#server.port);
      const transport = await transportTo(this.#server, silenceMs, address);
      await transport.sendMail({ ...messageOf(this.#sender, mail), signal: limit });
    } catch (error) {
      throw new MailError(error);
    }
  }
}

/**
 * SMTP transport to the resolved address. Certificates are always checked against the server's name. A server with a
 * password must use TLS before the password is sent.
 */
async function transportTo({ host, port, secure, user, password }: SmtpServer, silenceMs: number, address = host) {
  const { createTransport } = await nodemailer();
  return createTransport({
    host: address,
    port,
    secure,
    ...(address !== host && { tls: { servername: host } }),
    ...(user !== undefined && { auth: { user, pass: password ?? '' }, requireTLS: true }),
    dnsTimeout: silenceMs,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: 15_000,
    ...safety,
  });
}

class FileMailer implements Mailer {
  readonly #sender: Sender;
  readonly #folder: string;
  readonly #log: MailerOptions['log'];

  constructor(sender: Sender, folder: string, log: MailerOptions['log']) {
    this.#sender = sender;
    this.#folder = folder;
    this.#log = log;
  }

  /** Writes the file atomically, readable by the owner only. */
  async send(mail: Mail): Promise<void> {
    const { createTransport } = await nodemailer();
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...safety });
    const { message } = await transport.sendMail(messageOf(this.#sender, mail));
    const file = join(this.#folder, `${mail.id}.eml`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    this.#log?.info({ file }, 'mail written to a file');
  }
}
